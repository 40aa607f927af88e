// Package optics describes glass.
package optics

// Mirror is the largest piece of glass in a telescope.
type Mirror struct {
	// Aperture in millimetres.
	Aperture float64
	// Coating is what makes it shine.
	Coating *Coating `pulumi:"optional"`
}

// Filter lets some light pass.
type Filter struct {
	// Band is the name of what passes, such as V or H-alpha.
	Band string
	// Width in nanometres.
	Width *float64 `pulumi:"optional"`
}

// Coating is a thin layer of metal.
type Coating string

const (
	// Aluminium is cheap, and lasts for two years.
	Aluminium Coating = "aluminium"
	// Silver shines more, and tarnishes.
	Silver Coating = "silver"
)
