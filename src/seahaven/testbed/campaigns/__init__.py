"""Campaigns: many drives, in each of which something varies, played unattended into a history.

In come campaign files; out go entries of a history. What varies is chosen by a grid, a Latin hypercube, at random, or
by a search that goes where margins are small.
"""

from seahaven.testbed.campaigns.campaign import Campaign, CampaignFile, PlannedDrive, load_campaign
from seahaven.testbed.campaigns.parameters import Parameter
from seahaven.testbed.campaigns.playing import CampaignOptions, CampaignTask, Shard, play_campaign

__all__ = [
    "Campaign",
    "CampaignFile",
    "CampaignOptions",
    "CampaignTask",
    "Parameter",
    "PlannedDrive",
    "Shard",
    "load_campaign",
    "play_campaign",
]
