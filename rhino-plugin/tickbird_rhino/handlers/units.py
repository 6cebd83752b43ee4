"""The document's unit and tolerances."""

from .. import serialize
from ..host import settings
from ..registry import handles
from ..spelling import UNIT_ABBREVIATION


@handles('units.get')
def get_units(params, call):
    units = settings.units(call.document.rhino)
    return dict(
        settings.tolerances(call.document.rhino),
        units=units,
        abbreviation=UNIT_ABBREVIATION[units],
        meters_per_unit=serialize.METERS_PER_UNIT.get(units),
    )


@handles('units.set', limit='Undo brings the objects back, but not the unit and the tolerances.')
def set_units(params, call):
    doc = call.document.rhino
    previous = settings.units(doc)
    units, scale = params.get('units', previous), params['scale']
    factor = serialize.scale_factor(previous, units) if scale else 1.0
    if units != previous:
        settings.set_units(doc, units, scale)
        call.on_failure(lambda: settings.set_units(doc, previous, scale))
        call.changed('units set to %s' % units)
        call.uncovered('units set to %s' % units)
    settings.set_tolerances(doc, params.get('absolute_tolerance'), params.get('angle_tolerance'))
    for name, what in (('absolute_tolerance', 'tolerance'), ('angle_tolerance', 'angle tolerance')):
        if name in params:
            call.changed('%s set to %s' % (what, params[name]))
            call.uncovered('%s set to %s' % (what, params[name]))
    return dict(settings.tolerances(doc), units=settings.units(doc), previous=previous, scale_factor=factor)
