import type { Column } from '../../model/registry/column.js'
import { ageColumn, integerColumn, nameColumn } from '../../model/registry/columns.js'
import type { KubeObject } from '../../schema/object.js'
import { formatSelector } from '../../model/registry/label-selector.js'
import type { ParamRef } from '../../model/generated/types/admissionregistration-v1.js'
import type { Unchecked } from '../struct/unchecked.js'

type Parameterized = KubeObject & {
  readonly spec?: { readonly paramKind?: { readonly apiVersion?: string; readonly kind?: string } }
}

/** Returns the columns of policies, with the number of their steps. */
export const policyColumns = <T extends Parameterized>(
  steps: string,
  description: string,
  count: (policy: T) => number,
): readonly Column<T>[] => [
  nameColumn,
  integerColumn(steps, description, count),
  {
    name: 'ParamKind',
    description: 'ParamKind specifies the kind of resources used to parameterize this policy',
    cell: ({ spec: { paramKind } = {} }) =>
      paramKind ? `${paramKind.apiVersion ?? ''}/${paramKind.kind ?? ''}` : '<unset>',
  },
  ageColumn,
]

type Bound = KubeObject & {
  readonly spec?: { readonly policyName?: string; readonly paramRef?: Unchecked<ParamRef> }
}

/** The columns of bindings of policies. */
export const bindingColumns: readonly Column<Bound>[] = [
  nameColumn,
  {
    name: 'PolicyName',
    description: 'PolicyName indicates the policy definition which the policy binding binded to',
    cell: ({ spec }) => spec?.policyName ?? '',
  },
  {
    name: 'ParamRef',
    description: [
      ['1.33', 'ParamRef indicates the param resource which sets the configration param'],
      ['1.35', 'ParamRef indicates the param resource which sets the configuration param'],
    ],
    cell: paramText,
  },
  ageColumn,
]

function paramText({ spec: { paramRef } = {} }: Bound): string {
  if (!paramRef) return '<unset>'
  const { name, namespace, selector } = paramRef
  if (name) return `${namespace || '*'}/${name}`
  return selector ? formatSelector(selector) : '<unset>'
}
