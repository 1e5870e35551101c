"""Drives a car in a federation with nothing but pyhelics: this program knows nothing of Seahaven.

    seahaven federate examples/robo.sheet.toml                    says which options of HELICS to give
    python examples/federates/robo.py "OPTIONS"                   or: ... "$(cat out/robo/parts/address)"

Ten times a second it reads what the driver sees, as JSON, and publishes what the car is to do.
"""

import json
import sys

import helics as h

PERIOD = 0.1  # s
NO_MORE = 1e9  # s, a time that HELICS grants when all others have left

info = h.helicsCreateFederateInfo()
h.helicsFederateInfoSetCoreTypeFromString(info, "tcp")
h.helicsFederateInfoSetCoreInitString(info, sys.argv[1])
h.helicsFederateInfoSetTimeProperty(info, h.HELICS_PROPERTY_TIME_PERIOD, PERIOD)
me = h.helicsCreateValueFederate("robo", info)
controls = h.helicsFederateRegisterGlobalPublication(me, "robo/controls", h.HELICS_DATA_TYPE_STRING, "")
view = h.helicsFederateRegisterSubscription(me, "robo/view", "")
h.helicsFederateEnterExecutingMode(me)

time = 0.0
while (time := h.helicsFederateRequestTime(me, time + PERIOD)) < NO_MORE:
    if not h.helicsInputIsUpdated(view):
        continue
    seen = json.loads(h.helicsInputGetString(view))
    speed = seen["ego"]["speed"]
    acceleration = 0.3 * (22.0 - speed)  # m/s², towards 22 m/s
    wish = {"kind": "lane", "acceleration": max(-3.0, min(1.5, acceleration))}
    h.helicsPublicationPublishString(controls, json.dumps(wish))
h.helicsFederateDisconnect(me)
