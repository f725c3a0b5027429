package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"kitpress/cmd/internal/cli/terminal"
)

// deploy is the folder with the container and the example for Kubernetes.
const deploy = "../../../kitpress/deploy"

// parses checks that serve takes these words.
func parses(t *testing.T, args []string) {
	t.Helper()
	if len(args) == 0 || args[0] != "serve" {
		t.Fatalf("%q does not serve", args)
	}
	cmd := Command(terminal.Streams{Out: io.Discard, Err: io.Discard, Env: func(string) string { return "" }})
	if err := cmd.ParseFlags(args[1:]); err != nil {
		t.Errorf("%q: %v", args, err)
	}
	if cmd.Flags().NArg() > 0 {
		t.Errorf("%q names games", cmd.Flags().Args())
	}
}

// The container begins with words serve takes.
func TestContainer(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(deploy, "Containerfile"))
	if err != nil {
		t.Fatal(err)
	}
	var args []string
	for line := range strings.Lines(string(text)) {
		if list, ok := strings.CutPrefix(line, "CMD "); ok {
			if err := json.Unmarshal([]byte(list), &args); err != nil {
				t.Fatal(err)
			}
		}
	}
	parses(t, args)
}

// A thing of Kubernetes, as far as this test looks at it.
type thing struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		Ports []struct {
			Port       int
			TargetPort int `yaml:"targetPort"`
		}
		Template struct {
			Spec struct {
				Containers []struct {
					Args  []string
					Ports []struct {
						ContainerPort int `yaml:"containerPort"`
					}
					Env []struct {
						Name      string
						ValueFrom struct {
							SecretKeyRef struct{ Name, Key string } `yaml:"secretKeyRef"`
						} `yaml:"valueFrom"`
					}
					ReadinessProbe struct {
						HTTPGet struct {
							Path string
							Port int
						} `yaml:"httpGet"`
					} `yaml:"readinessProbe"`
				}
			}
		}
	}
	StringData map[string]string `yaml:"stringData"`
}

// The example fits itself, and what serve takes.
func TestKubernetes(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(deploy, "kubernetes.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]thing{}
	for read := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var one thing
		if err := read.Decode(&one); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		there[one.Kind] = one
	}
	for _, kind := range []string{"Secret", "Deployment", "Service", "Ingress"} {
		if there[kind].Metadata.Name != "kitpress" {
			t.Fatalf("no %s", kind)
		}
	}
	c := there["Deployment"].Spec.Template.Spec.Containers[0]
	parses(t, c.Args)
	port := c.Ports[0].ContainerPort
	if !slices.Contains(c.Args, "--port=8080") || port != 8080 || there["Service"].Spec.Ports[0].TargetPort != port || c.ReadinessProbe.HTTPGet.Port != port {
		t.Error("ports differ")
	}
	secret := c.Env[0].ValueFrom.SecretKeyRef
	if c.Env[0].Name != "KITPRESS_STORE" || secret.Name != there["Secret"].Metadata.Name || !strings.HasPrefix(there["Secret"].StringData[secret.Key], "postgres://") {
		t.Error("the store is not where the program looks for it")
	}
	if c.ReadinessProbe.HTTPGet.Path != "/health" {
		t.Error("it is asked elsewhere whether it is ready")
	}
}
