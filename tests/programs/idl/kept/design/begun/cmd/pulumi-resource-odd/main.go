// Command pulumi-resource-odd serves the provider of the package odd.
package main

import (
	odd "example.com/odd/provider"
	"example.com/odd/provider/oasmap"
)

func main() {
	oasmap.Main("0.1.0", `{"name":"odd","version":"0.1.0"}`, oasmap.Providers{
		odd.None: odd.NewNoneProvider(odd.NewNoneOps()),
		odd.Out:  odd.NewOutProvider(odd.NewOutOps()),
		odd.Opt:  odd.NewOptProvider(odd.NewOptOps()),
		odd.Req:  odd.NewReqProvider(odd.NewReqOps()),
	})
}
