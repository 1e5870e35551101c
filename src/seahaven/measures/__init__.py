"""Measures: one definition of gap, headway, time to collision and all else that is reported, judged or rewarded.

Arrays come in, from a reel or from the tables of a running world; numbers and arrays go out, the same for both. Each
measure is one function with a `Definition` (name, unit, meaning, source). Nothing here decides, directs or writes.
"""

from seahaven.measures.cockpit import CockpitSamples, read_cockpit
from seahaven.measures.collisions import Crash, crashes, first_crashes
from seahaven.measures.contact import box_distance, contact_time, encroachment_time
from seahaven.measures.control import (
    WHEEL_REVERSAL,
    entropy_scale,
    lane_position,
    mean_speed,
    pedal_reversals,
    sd_lane_position,
    sd_speed,
    share_above_limit,
    speed_excess,
    steering_entropy,
    steering_reversals,
)
from seahaven.measures.definition import DEFINITIONS, Definition
from seahaven.measures.detectors import DetectorInterval, detector_intervals
from seahaven.measures.flow import (
    PER_HOUR,
    PER_KM,
    SpaceTime,
    Wave,
    greatest_flow,
    lane_changes,
    passing_times,
    space_time,
    wave_speed,
)
from seahaven.measures.following import (
    STANDSTILL,
    distance_gap,
    distance_headway,
    required_deceleration,
    safe_distance,
    time_gap,
    time_headway,
    time_to_collision,
)
from seahaven.measures.frames import Rows, SubjectFrames, live_frames, read_frames
from seahaven.measures.junctions import JunctionDrive, Lights, junction_drive
from seahaven.measures.lanes import Lanes, lanes_of
from seahaven.measures.passage import Passage, crossing_time, passages
from seahaven.measures.prediction import HORIZON, conflict_times, contact_times, predicted_paths
from seahaven.measures.response import Response, pedal_responses, resolution, responses
from seahaven.measures.rules import (
    StopPassed,
    Taken,
    is_right_of_way_taken,
    light_at,
    light_passed,
    must_yield,
    rights_taken,
    stop_passed,
)
from seahaven.measures.standing import Delay, delays
from seahaven.measures.stimulus import MOMENT, STIMULI, StimulusKind, onset
from seahaven.measures.surroundings import Neighbour, Surroundings, leader_rows, surroundings

__all__ = [
    "DEFINITIONS",
    "HORIZON",
    "MOMENT",
    "PER_HOUR",
    "PER_KM",
    "STANDSTILL",
    "STIMULI",
    "WHEEL_REVERSAL",
    "CockpitSamples",
    "Crash",
    "Definition",
    "Delay",
    "DetectorInterval",
    "JunctionDrive",
    "Lanes",
    "Lights",
    "Neighbour",
    "Passage",
    "Response",
    "Rows",
    "SpaceTime",
    "StimulusKind",
    "StopPassed",
    "SubjectFrames",
    "Surroundings",
    "Taken",
    "Wave",
    "box_distance",
    "conflict_times",
    "contact_time",
    "contact_times",
    "crashes",
    "crossing_time",
    "delays",
    "detector_intervals",
    "distance_gap",
    "distance_headway",
    "encroachment_time",
    "entropy_scale",
    "first_crashes",
    "greatest_flow",
    "is_right_of_way_taken",
    "junction_drive",
    "lane_changes",
    "lane_position",
    "lanes_of",
    "leader_rows",
    "light_at",
    "light_passed",
    "live_frames",
    "mean_speed",
    "must_yield",
    "onset",
    "passages",
    "passing_times",
    "pedal_responses",
    "pedal_reversals",
    "predicted_paths",
    "read_cockpit",
    "read_frames",
    "required_deceleration",
    "resolution",
    "responses",
    "rights_taken",
    "safe_distance",
    "sd_lane_position",
    "sd_speed",
    "share_above_limit",
    "space_time",
    "speed_excess",
    "steering_entropy",
    "steering_reversals",
    "stop_passed",
    "surroundings",
    "time_gap",
    "time_headway",
    "time_to_collision",
    "wave_speed",
]
