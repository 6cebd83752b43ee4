"""Materials."""

from ..host import inputs, layers, materials
from ..registry import handles


@handles('material.list')
def list_materials(params, call):
    return {'materials': materials.listed(call.document)}


@handles('material.create')
def create_material(params, call):
    return {'index': materials.create(call.document, params), 'name': params['name']}


@handles('material.assign')
def assign_material(params, call):
    document = call.document
    material = materials.find(document, params['material'])
    found = inputs.objects(document, params.get('ids') or [])
    on = [layers.get(document, path, 'layers') for path in dict.fromkeys(params.get('layers') or [])]
    assigned = materials.put_on(document, material, found, on)
    return {
        'material': str(material.Name),
        'assigned_ids': assigned,
        'layers': [str(layer.FullPath) for layer in on],
        'count': len(assigned) + len(on),
    }
