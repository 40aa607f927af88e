package context

import "context"

// Context is what the standard library has since.
type Context = context.Context
