// Evaluates the expressions on standard input, one JSON string a line, as an admission policy of a server would, and
// prints for each as JSON: the expression, the result or the error, what it cost, and what its cost was estimated at.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	kubernetes "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

type told struct {
	Expression string `json:"expression"`
	Result     string `json:"result"`
	Cost       uint64 `json:"cost"`
	Most       uint64 `json:"most"`
}

func main() {
	set := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	stored, err := set.Env(environment.StoredExpressions)
	check(err)
	env, err := stored.Extend(cel.Variable("authorizer", library.AuthorizerType))
	check(err)
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20)
	output := json.NewEncoder(os.Stdout)
	output.SetEscapeHTML(false)
	for input.Scan() {
		var expression string
		check(json.Unmarshal(input.Bytes(), &expression))
		check(output.Encode(evaluated(env, expression)))
	}
	check(input.Err())
}

func evaluated(env *cel.Env, expression string) told {
	checked, issues := env.Compile(expression)
	if issues != nil {
		return told{Expression: expression, Result: "refused: " + issues.String()}
	}
	estimate, err := env.EstimateCost(checked, &library.CostEstimator{})
	check(err)
	program, err := env.Program(checked, cel.EvalOptions(cel.OptOptimize, cel.OptTrackCost),
		cel.CostTracking(&library.CostEstimator{}))
	if err != nil {
		return told{Expression: expression, Result: "not started: " + err.Error()}
	}
	everyone := authorizerfactory.NewAlwaysAllowAuthorizer()
	value, details, err := program.ContextEval(context.Background(), map[string]any{
		"authorizer": library.NewAuthorizerVal(&user.DefaultInfo{Name: "ann"}, everyone),
	})
	result := told{Expression: expression, Most: estimate.Max}
	if details != nil && details.ActualCost() != nil {
		result.Cost = *details.ActualCost()
	}
	if err != nil {
		result.Result = "error: " + err.Error()
	} else {
		result.Result = shown(value)
	}
	return result
}

// shown prints a value with its type.
func shown(value ref.Val) string {
	switch v := value.(type) {
	case types.String:
		text, err := json.Marshal(string(v))
		check(err)
		return string(text)
	case types.Bytes:
		return "b" + hex.EncodeToString(v)
	case types.Uint:
		return fmt.Sprintf("%du", v)
	case types.Double:
		return "d" + string(v.ConvertToType(types.StringType).(types.String))
	case types.Duration:
		return fmt.Sprintf("dur %d", v.Nanoseconds())
	case types.Timestamp:
		return "ts " + v.UTC().Format(time.RFC3339Nano)
	case types.Null:
		return "null"
	case *types.Optional:
		if v.HasValue() {
			return "some(" + shown(v.GetValue()) + ")"
		}
		return "none"
	case *types.Type:
		return "type " + v.TypeName()
	case kubernetes.Quantity:
		return "kubernetes.Quantity " + v.Quantity.String()
	case kubernetes.Semver:
		return "kubernetes.Semver " + v.Version.String()
	case kubernetes.IP:
		return "net.IP " + v.Addr.String()
	case kubernetes.CIDR:
		return "net.CIDR " + v.Prefix.String()
	case kubernetes.URL:
		return "kubernetes.URL " + v.URL.String()
	case traits.Lister:
		items := []string{}
		for each := v.Iterator(); each.HasNext() == types.True; {
			items = append(items, shown(each.Next()))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case traits.Mapper:
		entries := []string{}
		for each := v.Iterator(); each.HasNext() == types.True; {
			key := each.Next()
			entries = append(entries, shown(key)+": "+shown(v.Get(key)))
		}
		sort.Strings(entries)
		return "{" + strings.Join(entries, ", ") + "}"
	}
	if value.Type() == types.IntType || value.Type() == types.BoolType {
		return fmt.Sprint(value.Value())
	}
	return value.Type().TypeName()
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
