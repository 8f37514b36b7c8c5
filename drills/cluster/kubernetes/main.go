// Command kubernetes is the control plane and the node of a throw-away cluster as one program, for `make cluster-test`.
// One binary, because linking the packages they share is most of the cost of building any of them.
//
//	kubernetes PART [FLAGS…]        PART: etcd, kube-apiserver, kubectl, …
//
// Called through a link named as a part it is that part.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"

	// Their flags and metrics register themselves.
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
)

// runners: what each part does with the process's arguments; it answers the exit code.
var runners = map[string]func() int{
	"etcd":                    runEtcd,
	"kubectl":                 runKubectl,
	"kube-apiserver":          func() int { return cli.Run(apiserver.NewAPIServerCommand()) },
	"kube-controller-manager": func() int { return cli.Run(controllers.NewControllerManagerCommand()) },
	"kube-scheduler":          func() int { return cli.Run(scheduler.NewSchedulerCommand()) },
	"kube-proxy":              func() int { return cli.Run(proxy.NewProxyCommand()) },
	// It installs the signal handler itself; a second one would panic.
	"kubelet": func() int { return cli.Run(kubelet.NewKubeletCommand(context.Background())) },
}

func main() {
	part := filepath.Base(os.Args[0])
	if _, ok := runners[part]; !ok && len(os.Args) > 1 {
		part, os.Args = os.Args[1], os.Args[1:]
	}
	run, ok := runners[part]
	if !ok {
		fmt.Fprintf(os.Stderr, "usage: kubernetes %s [FLAGS…]\n", strings.Join(parts(), "|"))
		os.Exit(2)
	}
	os.Exit(run())
}

func parts() []string {
	names := make([]string, 0, len(runners))
	for name := range runners {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// runEtcd ends the process itself.
func runEtcd() int {
	etcdmain.Main(os.Args)
	return 0
}

// runKubectl prints an error the way kubectl does.
func runKubectl() int {
	var command *cobra.Command = kubectl.NewDefaultKubectlCommand()
	if err := cli.RunNoErrOutput(command); err != nil {
		kubectlutil.CheckErr(err)
	}
	return 0
}
