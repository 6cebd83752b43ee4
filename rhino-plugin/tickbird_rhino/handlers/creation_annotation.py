"""Text, dots, dimensions and hatches."""

from ..host import annotation, inputs, objects
from ..registry import handles


@handles('geometry.create_text')
def create_text(params, call):
    return objects.add(call.document, annotation.text(call.document.rhino, params), params)


@handles('geometry.create_text_dot')
def create_text_dot(params, call):
    return objects.add(call.document, annotation.dot(params['text'], params['point']), params)


@handles('geometry.create_dimension')
def create_dimension(params, call):
    made = annotation.dimension(call.document.rhino, params['type'], params['points'])
    return objects.add(call.document, made, params)


@handles('geometry.create_hatch')
def create_hatch(params, call):
    curves = inputs.curves(call.document, params['curve_ids'], 'curve_ids')
    made = annotation.hatches(call.document.rhino, curves, params['pattern'], params['scale'], params['rotation'])
    return objects.add_all(call.document, made, params)
