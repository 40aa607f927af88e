package structpb

// Struct is a property bag on the wire.
type Struct struct{}
