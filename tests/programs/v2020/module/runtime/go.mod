module github.com/crossplane-contrib/terraform-runtime

go 1.22.0

require (
	github.com/crossplane/crossplane-runtime v0.10.0
	github.com/hashicorp/terraform v0.13.5
	github.com/zclconf/go-cty v1.7.0
	k8s.io/apimachinery v0.18.6
	sigs.k8s.io/controller-runtime v0.6.2
)
