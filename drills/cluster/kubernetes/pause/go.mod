module jst.dev/pause

go 1.24
