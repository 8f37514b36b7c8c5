// Command helm is Helm 4: the charts must render under it as they do under Helm 3.
package main

import (
	"fmt"
	"os"

	"helm.sh/helm/v4/pkg/cmd"
)

func main() {
	command, err := cmd.NewRootCmd(os.Stdout, os.Args[1:], cmd.SetupLogging)
	if err == nil {
		err = command.Execute()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "Error: %v\n", err)
		os.Exit(1)
	}
}
