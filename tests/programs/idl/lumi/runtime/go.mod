module github.com/pulumi/lumi

go 1.21

require (
	github.com/golang/protobuf v0.0.0
	golang.org/x/net v0.0.0
)

replace (
	github.com/golang/protobuf => ../protobuf
	golang.org/x/net => ../net
)
