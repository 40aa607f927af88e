// Package owlridge describes what an observatory has on its ridge.
package owlridge

import (
	"github.com/pulumi/pulumi/pkg/resource/idl"
	"owlridge.example/pulumi/idl/optics"
)

// Dome covers an instrument, and opens at night.
type Dome struct {
	idl.NamedResource
	// Diameter is measured in metres, inside. A dome does not grow: another diameter makes another dome.
	Diameter float64 `pulumi:"replaces"`
	// Site is where it stands.
	Site Site
	// OpenAbove is the height of the sun in degrees at which it stays closed.
	OpenAbove *float64 `pulumi:"optional"`
	// Labels are for whoever pays the bills.
	Labels *Labels `pulumi:"optional"`
	// State says whether it is open now.
	State string `pulumi:"out"`
}

// Telescope looks at the sky from a dome.
type Telescope struct {
	idl.NamedResource
	// Dome is what it stands in. Moving one means building it anew.
	Dome *Dome `pulumi:"replaces"`
	// Mount is how it turns.
	Mount Mount
	// Mirror collects the light.
	Mirror optics.Mirror
	// Filters are put before the camera, in this order.
	Filters *[]optics.Filter `pulumi:"optional"`
	// Manual is for the observer on duty.
	Manual *idl.Asset `pulumi:"optional"`
	// Passphrase opens the control room. It is never kept.
	Passphrase *string `pulumi:"optional,in"`
	// FirstLight is when it saw a star for the first time; a new one has not.
	FirstLight *string `pulumi:"out,optional"`
}

// Site is a place on Earth.
type Site struct {
	// Latitude in degrees, north is positive.
	Latitude float64
	// Longitude in degrees, east is positive.
	Longitude float64
	// Altitude in metres.
	//
	// Deprecated: it is taken from the map.
	Altitude *float64 `pulumi:"optional"`
}

// Mount is how a telescope turns.
type Mount string

const (
	// Equatorial turns around the axis of the Earth.
	Equatorial Mount = "equatorial"
	// Altazimuth turns up and around.
	Altazimuth Mount = "altazimuth"
)

// Labels are texts by their names.
type Labels map[string]string

// MaxDomes is how many the ridge has room for.
const MaxDomes float64 = 12
