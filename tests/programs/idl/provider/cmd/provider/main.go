// The provider: both fixtures served by one process.
package main

import (
	"example.com/aws/provider/ec2"
	"example.com/aws/provider/oasmap"
	bakery "example.com/bakery/provider"
)

func main() {
	oasmap.Main("0.1.0", `{"name":"aws","version":"0.1.0"}`, oasmap.Providers{
		ec2.SecurityGroup: ec2.NewSecurityGroupProvider(ec2.NewGroups()),
		bakery.Oven:       bakery.NewOvenProvider(bakery.NewOvens()),
	})
}
