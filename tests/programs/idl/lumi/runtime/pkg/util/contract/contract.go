package contract

func Assert(condition bool) {}
