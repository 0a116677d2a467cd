import { type Issue, duplicate, forbidden, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { labelValue, dns1123Label, dns1123Subdomain } from '../../../base/rules/names.js'
import type { LabelSelector } from '../../../model/registry/label-selector.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import {
  type MemberRule,
  type Rule,
  type StructTable,
  anyValue,
  isOneOf,
  itemsOf,
  positive,
  supported,
} from '../../struct/member-rules.js'
import { type PodChoice, labelName, spreadKeys, validateLabelKeys } from './label-keys.js'
import { structValidator } from '../../struct/struct-rules.js'

type Requirement = { readonly key?: string; readonly operator?: string; readonly values?: readonly string[] }
const inHundred: MemberRule = (value, field) =>
  // The schema ensures a number.
  (value as number) >= 1 && (value as number) <= 100 ? [] : [invalid(field, value, 'must be in the range 1-100')]

/** Validates a requirement of node labels (ValidateNodeSelectorRequirement). */
const expression: Rule = (requirement, field) => {
  const { key = '', operator = '', values = [] } = requirement as Requirement // the schema ensures an object
  // Preferences may have values that no label can have.
  const isPreference = field.includes('.preference.')
  return [
    ...validateOperator(operator, values, field),
    ...labelName(key, `${field}.key`),
    ...(isPreference
      ? []
      : values.flatMap((value, i) =>
          labelValue(value).map((detail) => invalid(`${field}.values[${i}]`, value, detail)),
        )),
  ]
}

function validateOperator(operator: string, values: readonly string[], field: string): readonly Issue[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? []
        : [required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
    case 'Exists':
    case 'DoesNotExist':
      return values.length > 0
        ? [forbidden(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
        : []
    case 'Gt':
    case 'Lt':
      return values.length === 1
        ? []
        : [required(`${field}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'")]
    default:
      return [invalid(`${field}.operator`, operator, 'not a valid selector operator')]
  }
}

/** Validates a requirement of node fields (ValidateNodeFieldSelectorRequirement). */
function validateFieldRequirement(
  { key = '', operator = '', values = [] }: Requirement,
  field: string,
): readonly Issue[] {
  const isKnown = operator === 'In' || operator === 'NotIn'
  return [
    ...(isKnown && values.length !== 1
      ? [
          required(
            `${field}.values`,
            "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
          ),
        ]
      : []),
    ...(isKnown ? [] : [invalid(`${field}.operator`, operator, 'not a valid selector operator')]),
    ...(key === 'metadata.name'
      ? values.flatMap((value, i) =>
          dns1123Subdomain(value).map((detail) => invalid(`${field}.values[${i}]`, value, detail)),
        )
      : [invalid(`${field}.key`, key, 'not a valid field selector key')]),
  ]
}

const requirement: Rule = (value, field, owner, context) =>
  /\.matchFields\[\d+\]$/.test(field)
    ? validateFieldRequirement(value as Requirement, field) // ensured by the schema
    : expression(value, field, owner, context)

// The schema ensures an object.
const selector: MemberRule = (value, field) => (value ? validateLabelSelector(value as LabelSelector, field) : [])

const podTerm: Rule = (_, field, owner) => {
  const {
    labelSelector,
    namespaces = [],
    namespaceSelector,
    topologyKey = '',
  } = owner as PodChoice & { readonly namespaces?: readonly string[] } & {
    readonly namespaceSelector?: LabelSelector
    readonly topologyKey?: string
  } // ensured by the schema
  return [
    ...(labelSelector ? validateLabelSelector(labelSelector, `${field}.labelSelector`) : []),
    ...(namespaceSelector ? validateLabelSelector(namespaceSelector, `${field}.namespaceSelector`) : []),
    ...namespaces.flatMap((name) => dns1123Label(name).map((detail) => invalid(`${field}.namespace`, name, detail))),
    ...validateLabelKeys(owner as PodChoice, field), // ensured by the schema
    ...(topologyKey ? [] : [required(`${field}.topologyKey`, 'can not be empty')]),
    ...labelName(topologyKey, `${field}.topologyKey`),
  ]
}

const UNSATISFIABLE = ['DoNotSchedule', 'ScheduleAnyway']

type SpreadConstraint = { readonly topologyKey?: string; readonly whenUnsatisfiable?: string }
// The last constraint of each (topologyKey, whenUnsatisfiable); cached, as a list may have thousands.
const lastConstraints = new WeakMap<readonly SpreadConstraint[], ReadonlyMap<string, SpreadConstraint>>()

function lastOf(all: readonly SpreadConstraint[]): ReadonlyMap<string, SpreadConstraint> {
  const known = lastConstraints.get(all)
  if (known) return known
  const last = new Map(all.map((each) => [JSON.stringify([each.topologyKey, each.whenUnsatisfiable]), each]))
  lastConstraints.set(all, last)
  return last
}

const notRepeated: Rule = (_, field, owner, { root }) => {
  const all = root['topologySpreadConstraints'] as readonly SpreadConstraint[] // ensured by the schema
  const { topologyKey = '', whenUnsatisfiable = '' } = owner as SpreadConstraint // ensured by the schema
  const last = lastOf(all).get(JSON.stringify([topologyKey, whenUnsatisfiable]))
  return last !== undefined && last !== owner
    ? [duplicate(`${field}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${whenUnsatisfiable}}`)]
    : []
}

/** The validation rules of where pods and volumes may be placed. */
export const SCHEDULING: StructTable = {
  'core.v1.Affinity': { nodeAffinity: anyValue, podAffinity: anyValue, podAntiAffinity: anyValue },
  'core.v1.NodeSelector': {
    nodeSelectorTerms: (list, field) =>
      itemsOf(list).length > 0 ? [] : [required(field, 'must have at least one node selector term')],
  },
  'core.v1.NodeSelectorRequirement': { $: requirement },
  'core.v1.NodeSelectorTerm': { matchExpressions: anyValue, matchFields: anyValue },
  'core.v1.PodAffinityTerm': { $: podTerm },
  'core.v1.PreferredSchedulingTerm': { weight: inHundred },
  'core.v1.TopologySpreadConstraint': {
    maxSkew: positive,
    topologyKey: (value, field) => (value ? [] : [required(field, 'can not be empty')]),
    whenUnsatisfiable: (value, field) =>
      isOneOf(UNSATISFIABLE, value) ? [] : [notSupported(field, value ?? '', UNSATISFIABLE)],
    $: notRepeated,
    minDomains: (value, field, { whenUnsatisfiable = '' }) => [
      ...positive(value, field, {}),
      ...(value !== undefined && whenUnsatisfiable !== 'DoNotSchedule'
        ? [
            invalid(
              field,
              value,
              `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${String(whenUnsatisfiable)}`,
            ),
          ]
        : []),
    ],
    nodeAffinityPolicy: supported('Honor', 'Ignore'),
    nodeTaintsPolicy: supported('Honor', 'Ignore'),
    matchLabelKeys: spreadKeys,
    labelSelector: selector,
  },
  'core.v1.VolumeNodeAffinity': {
    required: (value, field) => (value ? [] : [required(field, 'must specify required node constraints')]),
  },
  'core.v1.WeightedPodAffinityTerm': { weight: inHundred },
}

const validateSelector = structValidator(SCHEDULING)

/** Validates a node selector that stands alone (ValidateNodeSelector). */
export const validateNodeSelector = (value: object, field: string): readonly Issue[] =>
  validateSelector('core.v1.NodeSelector', value, field)
