"""The elements of an OpenDRIVE file, made from a road network.

In come parts of the model; out go elements in the order that the standard's schema asks for. What the standard cannot
say is left out here.
"""

from seahaven.roads.formats.opendrive.writing.document import document_of

__all__ = ["document_of"]
