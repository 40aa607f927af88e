package mapper

func MapIU(bag map[string]any, target any) error { return nil }
