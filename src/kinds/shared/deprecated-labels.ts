const DEPRECATED: { readonly [label: string]: string } = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods': 'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
}

/** Returns the warning for a deprecated node label. */
export const warningOfLabel = (label: string): string | undefined =>
  Object.hasOwn(DEPRECATED, label) ? DEPRECATED[label] : undefined

type Requirement = { readonly key: string; readonly values?: readonly string[] }

/** Returns the warnings for a node selector term. */
export const warningsOfTerm = (
  { matchExpressions = [] }: { readonly matchExpressions?: readonly Requirement[] },
  field: string,
  valueRule: (value: string) => readonly string[] = () => [],
): readonly string[] =>
  matchExpressions.flatMap(({ key, values = [] }, i) => {
    const at = `${field}.matchExpressions[${i}]`
    const advice = warningOfLabel(key)
    return [
      ...(advice ? [`${at}.key: ${key} is ${advice}`] : []),
      ...values.flatMap((value, j) =>
        valueRule(value).map((fault) => `${at}.values[${j}]: ${value} is invalid, ${fault}`),
      ),
    ]
  })
