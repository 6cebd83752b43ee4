"""Materials of the document, and who wears them."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

import Rhino
import System

from .attributes import modify
from .describe import id_of, rgba
from .document import Document
from .results import failed, wrong


def every(document: Document) -> List[Rhino.DocObjects.Material]:
    return [material for material in document.rhino.Materials if not material.IsDeleted]


def listed(document: Document) -> List[Dict[str, Any]]:
    sources = Rhino.DocObjects.ObjectMaterialSource
    worn = {}  # type: Dict[int, int]
    for found in document.objects():
        if found.Attributes.MaterialSource == sources.MaterialFromObject:
            index = int(found.Attributes.MaterialIndex)
            worn[index] = worn.get(index, 0) + 1
    layers = {}  # type: Dict[int, int]
    for layer in document.rhino.Layers:
        if not layer.IsDeleted:
            layers[int(layer.RenderMaterialIndex)] = layers.get(int(layer.RenderMaterialIndex), 0) + 1
    shine = float(Rhino.DocObjects.Material.MaxShine)
    return [
        {
            'index': int(material.Index),
            'name': str(material.Name or ''),
            'color': rgba(material.DiffuseColor),
            'transparency': float(material.Transparency),
            'reflectivity': float(material.Reflectivity),
            'gloss': float(material.Shine) / shine if shine else 0.0,
            'object_count': worn.get(int(material.Index), 0),
            'layer_count': layers.get(int(material.Index), 0),
        }
        for material in every(document)
    ]


def find(document: Document, name: str) -> Rhino.DocObjects.Material:
    """In any case. Raises INVALID_PARAMS that names them."""
    for material in every(document):
        if str(material.Name or '').lower() == name.lower():
            return material
    names = [str(material.Name) for material in every(document) if material.Name]
    raise wrong(
        'material',
        'There is no material “%s”.' % name[:100],
        'Take one of: %s.' % ', '.join(names[:20]) if names else 'Make one with material.create.',
    )


def create(document: Document, params: Dict[str, Any]) -> int:
    """Its index."""
    name = params['name']
    if any(str(material.Name or '').lower() == name.lower() for material in every(document)):
        raise wrong('name', 'There is a material “%s” already.' % name[:100], 'Use it, or choose another name.')
    material = Rhino.DocObjects.Material()
    material.Name = name
    red, green, blue = params.get('color') or (255, 255, 255)
    material.DiffuseColor = System.Drawing.Color.FromArgb(red, green, blue)
    material.Transparency = params['transparency']
    material.Reflectivity = params['reflectivity']
    material.Shine = params['gloss'] * float(Rhino.DocObjects.Material.MaxShine)
    index = int(document.rhino.Materials.Add(material))
    if index < 0:
        raise failed('Rhino made no material.', 'Choose another name.')
    return index


def put_on(
    document: Document,
    material: Rhino.DocObjects.Material,
    found: Sequence[Rhino.DocObjects.RhinoObject],
    layers: Sequence[Rhino.DocObjects.Layer],
) -> List[str]:
    """The ids of the objects that wear it now."""
    index = int(material.Index)
    for one in found:
        attributes = one.Attributes.Duplicate()
        attributes.MaterialIndex = index
        attributes.MaterialSource = Rhino.DocObjects.ObjectMaterialSource.MaterialFromObject
        modify(document, one, attributes)
    for layer in layers:
        layer.RenderMaterialIndex = index
    document.rhino.Views.Redraw()
    return [id_of(one) for one in found]
