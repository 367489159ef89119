-- A series repeats its attributes with every point, which compresses to next to nothing unless the lengths of the texts are
-- in a stream of their own, as the engine writes them by default: those took half of a point's bytes.
ALTER TABLE data_points
  MODIFY SETTING propagate_types_serialization_versions_to_nested_types = 0
