"""Calls of RhinoCommon that cannot work, each with what the check must say about it. Never run.

If one of them is not found, the types are missing or say nothing, and a clean check means nothing (npm run check:plugin).
Some are real: published plugins for Rhino have them.
"""

from typing import Dict

import Grasshopper
import Rhino
import System
from Rhino.Geometry import Arc, Brep, Circle, Curve, Interval, Mesh, MeshingParameters, Plane, Point3d, Transform, Vector3d


def wrong_names(doc: Rhino.RhinoDoc, mesh: Mesh, parameters: MeshingParameters) -> None:
    doc.Objects.AddTorus(tolerance=1.0)  # wrong: reportAttributeAccessIssue, reportUnknownMemberType
    doc.Layer  # wrong: reportAttributeAccessIssue, reportUnknownMemberType
    mesh.FaceCount  # wrong: reportAttributeAccessIssue, reportUnknownMemberType
    parameters.MaximumAngle = 20.0  # wrong: reportAttributeAccessIssue
    Rhino.Geometry.AlignedDimension  # wrong: reportAttributeAccessIssue, reportUnknownMemberType
    Rhino.DocObjects.ObjectType.Polysurface  # wrong: reportAttributeAccessIssue, reportUnknownMemberType
    System.Guid.Parse('')  # wrong: reportAttributeAccessIssue, reportUnknownMemberType


def wrong_names_where_a_member_is_named_like_its_type(circle: Circle) -> None:
    circle.Plane.Center  # wrong: reportAttributeAccessIssue, reportUnknownMemberType
    Plane.WorldXY.Center  # wrong: reportAttributeAccessIssue, reportUnknownMemberType
    Rhino.DocObjects.HatchPattern.Defaults.Bricks  # wrong: reportAttributeAccessIssue, reportUnknownMemberType


def wrong_arguments(doc: Rhino.RhinoDoc, curve: Curve, brep: Brep) -> None:
    Arc(Plane.WorldXY, 5.0, Interval(0.0, 1.0))  # wrong: reportCallIssue, reportArgumentType
    Transform.Shear(Plane.WorldXY, Vector3d.XAxis)  # wrong: reportCallIssue
    doc.Layers.FindByFullPath('A')  # wrong: reportCallIssue
    doc.Objects.AddPoint('0,0,0')  # wrong: reportCallIssue, reportArgumentType
    doc.Objects.Delete(brep)  # wrong: reportArgumentType
    curve.Offset(Plane.WorldXY, 1.0, 0.01)  # wrong: reportCallIssue
    Transform.Translation(Point3d.Origin)  # wrong: reportArgumentType


def wrong_assignments(doc: Rhino.RhinoDoc, curve: Curve) -> None:
    Rhino.RhinoDoc.AddRhinoObject += doc  # wrong: reportOperatorIssue
    doc.Layers.CurrentLayerIndex = 0  # wrong: reportAttributeAccessIssue
    curve.Domain.Length = 2.0  # wrong: reportAttributeAccessIssue


def wrong_results(doc: Rhino.RhinoDoc, curve: Curve) -> Dict[str, float]:
    nearest = curve.ClosestPoint(Point3d.Origin)
    return {
        'parameter': nearest,  # wrong: reportReturnType
        'kind': int(Rhino.DocObjects.ObjectType.Brep),  # wrong: reportArgumentType
    }


def unknown(anything) -> None:
    anything.Objects.AddBrep()  # wrong: reportUnknownMemberType


def wrong_grasshopper(canvas: Grasshopper.GUI.Canvas.GH_Canvas) -> None:
    canvas.Documents  # wrong: reportAttributeAccessIssue, reportUnknownMemberType
