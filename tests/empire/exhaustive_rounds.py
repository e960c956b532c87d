"""Every plan over the rounds of a region and of the regions after it, told apart by what happens."""

from functools import cache

from models.empire.campaign import follow_all
from models.empire.final import score_final, standing
from models.empire.position import KINDS, last_region
from models.empire.round import Table, finish, open_region, why_over
from tests.empire.exhaustive import majority_answer, pieces_answer
from tests.empire.exhaustive_region import key_of, turns
from tests.sparing import Spare


def played(scenario, most, *, whole):
    """Everything that can happen, as (what happens round by round, everybody's points): of the region or the game.

    What happens is who has which majorities, who lays, who builds at which price, and when the region ends.  Pieces
    that the player takes back for want of cubes are left out: of these the solver does not list all there are.
    """
    board, position, rulings = scenario.board, scenario.position, scenario.rulings
    player, names, spare, tables = scenario.question.player, list(position.players), Spare(most), {}
    vain = {(player, "5.5.2-2"), (player, "5.5.3-2")}
    policies = {position.region: scenario.assumptions.rivals}
    policies |= {one.region: one.rivals for one in scenario.assumptions.later}

    def kept(table):
        key = f"{table.region.number} {key_of(table)}"
        tables[key] = table
        return key

    @cache
    def ends(key, later):
        number = tables[key].region.number
        table, _ = follow_all(tables[key], policies.get(number, {}), later, rulings)
        cities = {place for state in table.players.values() for place in state.built.cities}
        found = set()
        for mine, entered in turns(table, player, later, rulings):
            spare.use()
            now = table.with_player(player, mine, entered)
            over = why_over(now, rulings)
            after, ledger = finish(now, rulings)
            entries = tuple(ledger)
            counted = [entry for entry in entries if (entry.player, entry.rule) not in vain]
            told = majority_answer(entries), *(pieces_answer(kind, counted, cities) for kind in KINDS), bool(over)
            gained = tuple(ledger.total(name) for name in names)
            for more, points in going_on(after, over, number, later):
                found.add(((told, *more), tuple(map(sum, zip(gained, points, strict=True)))))
        return frozenset(found)

    def going_on(after, over, number, later):
        if not over:
            return ends(kept(after), later + 1)
        if not whole:
            return {((), (0,) * len(names))}
        if number < last_region(position.short):
            return ends(kept(open_region(board.by_number[number + 1], after.players, position.cubes)), 0)
        final = score_final(standing(board, after.players), position.short, rulings)
        return {((), tuple(final.total(name) for name in names))}

    return ends(kept(Table.of(board, position)), 0)
