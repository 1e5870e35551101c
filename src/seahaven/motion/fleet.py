"""Parameter sets of the vehicle model, with the sources of their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from types import MappingProxyType

from seahaven.errors import InputError, nearest
from seahaven.motion.chassis import Chassis, Trailer

__all__ = ["CHASSIS_OF_KIND", "FLEET", "OBJECT_MASSES", "chassis_named"]

_RPM = pi / 30.0
"""rad/s of one revolution per minute"""


def _geared(final: float, *gears: float) -> tuple[float, ...]:
    """Overall ratios of gears behind a final drive."""
    return tuple(final * gear for gear in gears)


SMALL_CAR = Chassis(
    "car", mass=1030.0, inertia=1320.0, front=0.99, rear=1.43, mass_height=0.53, length=3.54, width=1.64, ahead=-0.24,
    power=55e3, torque=95.0, ratios=_geared(4.17, 3.64, 1.96, 1.27, 0.96, 0.80), wheel_radius=0.285, drag_area=0.68,
    braking=14.4e3, hand_brake=3.4e3, stiffness=13.0, rear_stiffness=18.0, grip=1.15, lock=0.665, brake_lag=0.05,
    steering_ratio=15.8, torque_from=3000 * _RPM, top_engine=6500 * _RPM, launch=3000 * _RPM, reverse_ratio=13.2,
    creep=650.0, balance=0.72,
)  # fmt: skip
"""A city car with 55 kW and driver.

Size, masses and engine are those of a Volkswagen up! with 55 kW: 3.540 m by 1.641 m, wheelbase 2.42 m, 929 kg, 95 N m;
its maker gives 13.2 s to 100 km/h, 171 km/h and a turning circle of 9.8 m. Yaw inertia and height of the centre of
gravity follow the measurements of light vehicles by G. Heydinger et al., SAE 1999-01-1336: inertia about mass times
front times rear, height 0.53 m.
"""

SEDAN = Chassis(
    "car", mass=1450.0, inertia=2500.0, front=1.18, rear=1.50, mass_height=0.55, length=4.67, width=1.82, ahead=-0.15,
    power=110e3, torque=250.0, ratios=(16.7, 10.1, 6.8, 5.0, 3.9, 3.3, 2.75), wheel_radius=0.316, drag_area=0.66,
    braking=20.3e3, hand_brake=5.0e3, grip=1.15, lock=0.69, brake_lag=0.05, steering_ratio=14.5,
    torque_from=1500 * _RPM, top_engine=6300 * _RPM, launch=2000 * _RPM, reverse_ratio=15.6,
    creep=900.0, balance=0.70, shift_time=0.15, throttle_lag=0.18,
)  # fmt: skip
"""A compact sedan with 110 kW, driver and half its load.

Engine and performance are those of a Volkswagen Golf 1.5 TSI: 110 kW, 250 N m from 1,500 to 3,500 rpm; 8.3 s to 62 mph
and 134 mph (evo magazine, review of the Mk7). Masses and inertia: G. Heydinger et al., SAE 1999-01-1336. Drag area:
0.65 to 0.72 m² for the class. Cornering stiffness and understeer, 1.2° per g at the front wheels: T. Gillespie,
*Fundamentals of Vehicle Dynamics* (SAE 1992), chapter 6.
"""

VAN = Chassis(
    "car", mass=2800.0, inertia=7200.0, front=1.85, rear=1.82, mass_height=0.85, length=5.93, width=1.99, ahead=0.05,
    power=120e3, torque=360.0, ratios=_geared(3.92, 4.38, 2.86, 1.92, 1.37, 1.0, 0.82, 0.73), wheel_radius=0.345,
    drag_area=1.75, braking=27e3, hand_brake=9.0e3, stiffness=11.0, rear_stiffness=14.0, grip=0.95, lock=0.76,
    steering_ratio=16.5, torque_from=1400 * _RPM, top_engine=4600 * _RPM, launch=1600 * _RPM, reverse_ratio=14.0,
    front_drive=0.0, creep=1600.0, balance=0.62, rolling=0.011, shift_time=0.3, throttle_lag=0.2,
)  # fmt: skip
"""A panel van of 3.5 t with half its load.

Size and engine are those of a Mercedes-Benz Sprinter 316 CDI, medium wheelbase: 5.926 m, 120 kW at 3,800 rpm, 360 N m
from 1,400 rpm, seven gears, rear drive. Height of the centre of gravity and inertia: G. Heydinger et al., SAE
1999-01-1336 (vans). Brakes: at least UNECE R13 for N1, 5 m/s².
"""

BUS = Chassis(
    "bus", mass=14.5e3, inertia=155e3, front=3.75, rear=2.095, mass_height=1.15, length=11.95, width=2.55, ahead=0.48,
    power=210e3, torque=1120.0, ratios=_geared(5.74, 3.36, 1.91, 1.42, 1.0, 0.72, 0.62), wheel_radius=0.478,
    drag_area=4.6, braking=101e3, hand_brake=52e3, stiffness=7.0, rear_stiffness=9.5, grip=0.75, lock=0.85,
    steering_ratio=20.0, steering_rate=0.6, rolling=0.007, idle=600 * _RPM, torque_from=1200 * _RPM,
    top_engine=2400 * _RPM, launch=1100 * _RPM, reverse_ratio=27.0, front_drive=0.0, creep=7.0e3, creep_speed=1.6,
    limiter=25.0, balance=0.46, brake_lag=0.2, shift_time=0.4, throttle_lag=0.3,
)  # fmt: skip
"""A city bus with half its passengers.

Size, axle loads and engine are those of a Mercedes-Benz Citaro: 11.95 m, wheelbase 5.845 m, overhangs 2.705 and 3.4 m,
210 kW, 1,120 N m at 1,300 rpm, 18 t when full, turning circle 21.0 m (its maker's technical information). Brakes: UNECE
R13, M3: at least 5 m/s². Tyres: cornering stiffness about 6 per rad and load, friction 0.75 (J. Y. Wong, *Theory of
Ground Vehicles*, 2008; T. Gillespie 1992).
"""

TRUCK = Chassis(
    "truck", mass=15e3, inertia=110e3, front=3.25, rear=1.85, mass_height=1.5, length=9.5, width=2.5, ahead=-0.35,
    power=220e3, torque=1200.0, wheel_radius=0.49,
    ratios=_geared(3.4, 10.37, 8.43, 6.49, 5.27, 4.18, 3.40, 2.47, 2.01, 1.55, 1.25, 1.0, 0.81), drag_area=5.0,
    braking=95e3, hand_brake=55e3, stiffness=7.0, rear_stiffness=9.5, grip=0.75, lock=0.75, steering_ratio=21.0,
    steering_rate=0.6, rolling=0.007, idle=550 * _RPM, torque_from=1100 * _RPM, top_engine=2300 * _RPM,
    launch=1000 * _RPM, reverse_ratio=38.0, front_drive=0.0, creep=6.0e3, creep_speed=0.9, limiter=25.0, balance=0.45,
    brake_lag=0.25, shift_time=0.5, throttle_lag=0.3,
)  # fmt: skip
"""A rigid truck of 18 t with two axles and most of its load.

220 kW and 1,200 N m are usual for the class; speed limiter at 90 km/h (Directive 92/6/EEC). Brakes: UNECE R13, N3: at
least 5 m/s². Inertia and heights: P. Fancher et al., *A Factbook of the Mechanical Properties of the Components for
Single-Unit and Articulated Heavy Trucks* (UMTRI-86-12).
"""

TRAILER_TRUCK = Chassis(
    "truck", mass=7.8e3, inertia=30e3, front=1.15, rear=2.55, mass_height=1.1, length=5.95, width=2.5, ahead=-0.45,
    power=330e3, torque=2200.0, wheel_radius=0.5,
    ratios=_geared(2.85, 11.73, 9.21, 7.09, 5.57, 4.35, 3.41, 2.70, 2.12, 1.63, 1.28, 1.0, 0.78), drag_area=5.6,
    braking=86e3, hand_brake=70e3, stiffness=7.0, rear_stiffness=9.5, grip=0.75, lock=0.80, steering_ratio=20.0,
    steering_rate=0.6, rolling=0.006, idle=550 * _RPM, torque_from=1000 * _RPM, top_engine=2100 * _RPM,
    launch=900 * _RPM, reverse_ratio=33.0, front_drive=0.0, creep=9.0e3, creep_speed=0.8, limiter=25.0, balance=0.48,
    brake_lag=0.3, shift_time=0.5, throttle_lag=0.3,
    trailer=Trailer(
        mass=28e3, share=0.33, hitch=2.0, wheelbase=7.7, length=13.6, width=2.55, overhang=1.6, braking=125e3
    ),
)  # fmt: skip
"""A tractor with a loaded semi-trailer, 36 t together: two bodies and a hitch.

330 kW and 2,200 N m are usual for long haulage in Europe. The trailer has the 13.6 m and the tractor the reach that
Directive 96/53/EC allows (16.5 m together, turning within 12.5 m). Brakes: UNECE R13, N3 and O4: at least 5 m/s².
Inertia, heights and tyres: UMTRI-86-12.
"""

MOTORCYCLE = Chassis(
    "motorcycle", mass=270.0, inertia=35.0, front=0.70, rear=0.71, mass_height=0.62, length=2.08, width=0.80, ahead=0.0,
    power=35e3, torque=43.0, ratios=_geared(5.55, 3.29, 2.11, 1.60, 1.30, 1.15, 1.04), wheel_radius=0.31,
    drag_area=0.44, braking=3.4e3, hand_brake=900.0, stiffness=12.0, rear_stiffness=18.0, grip=1.1, lock=0.60,
    steering_ratio=1.0, steering_rate=2.0, rolling=0.015, idle=1300 * _RPM, torque_from=5000 * _RPM,
    top_engine=9500 * _RPM, launch=5500 * _RPM, reverse_ratio=18.0, front_drive=0.0, creep=0.0, balance=0.70,
    shift_time=0.2, throttle_lag=0.06, brake_lag=0.1, engine_drag=0.3,
)  # fmt: skip
"""A motorcycle of the middle class with its rider.

Engine, mass and wheelbase are those of a Honda CB500F: 35 kW, 43 N m, about 190 kg, 1.41 m. Height of the centre of
gravity, stiffness and drag area: V. Cossalter, *Motorcycle Dynamics* (2006). Brakes: UNECE R78. The rider balances: the
model has no lean, and does not fall.
"""

BICYCLE = Chassis(
    "bicycle", mass=90.0, inertia=13.0, front=0.62, rear=0.43, mass_height=1.05, length=1.80, width=0.60, ahead=0.10,
    power=330.0, torque=55.0, ratios=(1.0,), wheel_radius=0.34, drag_area=0.55, braking=520.0, hand_brake=150.0,
    stiffness=12.0, rear_stiffness=20.0, grip=0.9, lock=0.80, steering_ratio=1.0, steering_rate=2.5, rolling=0.006,
    idle=0.0, torque_from=1.0, top_engine=60.0, launch=1.0, reverse_ratio=0.3, efficiency=0.96, front_drive=0.0,
    creep=0.0, balance=0.65, throttle_lag=0.3, brake_lag=0.1, engine_drag=0.0, anti_lock=False,
)  # fmt: skip
"""A city bicycle with its rider, who gives 330 W for a minute when pushed.

Power, drag area and rolling resistance: D. G. Wilson, *Bicycling Science* (MIT Press 2004), chapters 2, 4 and 5.
Brakes: ISO 4210-2 asks for a stop from 25 km/h within 7 m. The force that would throw the rider over the bars limits
them: half the weight.
"""

FLEET: Mapping[str, Chassis] = MappingProxyType(
    {
        "small car": SMALL_CAR,
        "sedan": SEDAN,
        "van": VAN,
        "bus": BUS,
        "truck": TRUCK,
        "trailer truck": TRAILER_TRUCK,
        "motorcycle": MOTORCYCLE,
        "bicycle": BICYCLE,
    }
)
"""Chassis by name."""

CHASSIS_OF_KIND: Mapping[str, str] = MappingProxyType(
    {"car": "sedan", "truck": "truck", "bus": "bus", "motorcycle": "motorcycle", "bicycle": "bicycle"}
)
"""What a vehicle is made of by its kind, unless its cockpit has another chassis."""


OBJECT_MASSES: Mapping[str, float] = MappingProxyType({"cone": 4.0, "barrier": 30.0})
"""kg, of what stands on roads. A cone of 75 cm weighs 3 to 6 kg (class III of EN 13422), a barrier of plastic with its
feet 25 to 40 kg."""


def chassis_named(name: str) -> Chassis:
    """The chassis of that name among `FLEET`."""
    if name not in FLEET:
        raise InputError(f"there is no chassis '{name}'{nearest(name, FLEET)}")
    return FLEET[name]
