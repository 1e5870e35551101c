"""Races: several instances or versions of driving software in one world, on the same mission, compared.

In come drive files and drivers; out go heats, in which the drivers change places at the start, what became of each
racer, who came before whom over all heats, and pages that show it.
"""

from seahaven.testbed.races.heat import Heat, Run, heat_of
from seahaven.testbed.races.page import write_race
from seahaven.testbed.races.race import Race, plan_race, racers_of
from seahaven.testbed.races.standing import Standing, standings

__all__ = ["Heat", "Race", "Run", "Standing", "heat_of", "plan_race", "racers_of", "standings", "write_race"]
