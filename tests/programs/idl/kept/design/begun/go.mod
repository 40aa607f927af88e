module example.com/odd/provider

go 1.25.8

require (
	github.com/pulumi/pulumi/sdk/v3 v3.235.0
	google.golang.org/grpc v1.80.0
	google.golang.org/protobuf v1.36.11
)
