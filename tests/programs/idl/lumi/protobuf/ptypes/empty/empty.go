package empty

// Empty says nothing.
type Empty struct{}
