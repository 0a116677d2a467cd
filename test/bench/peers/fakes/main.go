// Command fakes measures the fake clients of client-go and controller-runtime, and prints the figures as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/fake"
	"sigs.k8s.io/controller-runtime/pkg/client"
	crfake "sigs.k8s.io/controller-runtime/pkg/client/fake"
)

const count, lists, listed = 2000, 50, 500

type figures struct {
	Name    string             `json:"name"`
	StartMs float64            `json:"startMs"`
	Us      map[string]float64 `json:"us"`
}

type operations struct{ create, get, patch, list func(i int) error }

func configMap(i int) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("settings-%06d", i), Namespace: "default"},
		Data:       map[string]string{"a": "1"},
	}
}

func patchOf(i int) []byte { return []byte(fmt.Sprintf(`{"data":{"a":"%d"}}`, i)) }

func measure(name string, start func() operations) figures {
	began := time.Now()
	do := start()
	found := figures{Name: name, StartMs: float64(time.Since(began).Microseconds()) / 1000, Us: map[string]float64{}}
	timed := func(what string, times int, each func(i int) error) {
		began := time.Now()
		for i := range times {
			if err := each(i); err != nil {
				panic(err)
			}
		}
		found.Us[what] = float64(time.Since(began).Nanoseconds()) / 1000 / float64(times)
	}
	timed("create", listed, do.create)
	timed("list of 500", lists, do.list)
	timed("create", count, func(i int) error { return do.create(listed + i) })
	timed("get", count, do.get)
	timed("merge patch", count, do.patch)
	return found
}

func main() {
	ctx := context.Background()
	all := []figures{
		measure("client-go's fake", func() operations {
			maps := fake.NewClientset().CoreV1().ConfigMaps("default")
			return operations{
				create: func(i int) error { _, err := maps.Create(ctx, configMap(i), metav1.CreateOptions{}); return err },
				get:    func(i int) error { _, err := maps.Get(ctx, configMap(i).Name, metav1.GetOptions{}); return err },
				patch: func(i int) error {
					_, err := maps.Patch(ctx, configMap(0).Name, types.MergePatchType, patchOf(i), metav1.PatchOptions{})
					return err
				},
				list: func(int) error { _, err := maps.List(ctx, metav1.ListOptions{}); return err },
			}
		}),
		measure("controller-runtime's fake", func() operations {
			c := crfake.NewClientBuilder().Build()
			return operations{
				create: func(i int) error { return c.Create(ctx, configMap(i)) },
				get:    func(i int) error { return c.Get(ctx, client.ObjectKeyFromObject(configMap(i)), &corev1.ConfigMap{}) },
				patch: func(i int) error {
					return c.Patch(ctx, configMap(0), client.RawPatch(types.MergePatchType, patchOf(i)))
				},
				list: func(int) error { return c.List(ctx, &corev1.ConfigMapList{}, client.InNamespace("default")) },
			}
		}),
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		panic(err)
	}
}
