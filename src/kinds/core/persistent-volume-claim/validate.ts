import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { GoText } from '../../../base/go/printable.js'
import { type Issue, forbidden, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { quantitySign } from '../../../base/numbers/quantity.js'
import { dns1123Label, dns1123Subdomain } from '../../../base/rules/names.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import type { ClaimSpec, DataSource, DataSourceRef } from './schema.js'

/** How volumes are mounted, and claims ask for that. */
export const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']
const VOLUME_MODES = ['Block', 'Filesystem']

/** What validation tolerates because the stored claim has it already, and what feature gates enable. */
type SpecOptions = {
  readonly anySelectorValues: boolean
  readonly anyApiGroup: boolean
  readonly attributesClass: boolean
}

/** Validates the spec of a template of claims at a field. */
export const validateTemplateSpec = (spec: ClaimSpec, field: string): readonly Issue[] =>
  validateSpec(spec, {
    anySelectorValues: false,
    anyApiGroup: false,
    attributesClass: runsAtLeast('1.34'),
  }).map((issue) => ({ ...issue, field: `${field}.${issue.field}` }))

/** Validates a claim's spec (core validation's ValidatePersistentVolumeClaimSpec). */
export function validateSpec(spec: ClaimSpec, options: SpecOptions): readonly Issue[] {
  const {
    accessModes = [],
    selector,
    storageClassName,
    volumeMode,
    dataSource,
    dataSourceRef,
    volumeAttributesClassName,
  } = spec
  return [
    ...(accessModes.length > 0 ? [] : [required('spec.accessModes', 'at least 1 access mode is required')]),
    ...(selector ? validateLabelSelector(selector, 'spec.selector', { anyValues: options.anySelectorValues }) : []),
    ...validateAccessModes(accessModes),
    ...validateStorage(spec.resources?.requests?.['storage']),
    ...validateClassName(storageClassName, 'spec.storageClassName'),
    ...(volumeMode === undefined || VOLUME_MODES.includes(volumeMode)
      ? []
      : [notSupported('spec.volumeMode', volumeMode, VOLUME_MODES)]),
    ...(dataSource ? validateSource(dataSource, 'spec.dataSource', options) : []),
    ...(dataSourceRef
      ? [...validateSource(dataSourceRef, 'spec.dataSourceRef', options), ...validateNamespace(dataSourceRef.namespace)]
      : []),
    ...validateBothSources(dataSource, dataSourceRef),
    ...(options.attributesClass ? validateClassName(volumeAttributesClassName, 'spec.volumeAttributesClassName') : []),
  ]
}

function validateAccessModes(modes: readonly string[]): readonly Issue[] {
  const unknown = modes
    .filter((mode) => !ACCESS_MODES.includes(mode))
    .map((mode) => notSupported('spec.accessModes', mode, ACCESS_MODES))
  const shared = modes.some((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode))
  return modes.includes('ReadWriteOncePod') && shared
    ? [...unknown, forbidden('spec.accessModes', 'may not use ReadWriteOncePod with other access modes')]
    : unknown
}

function validateStorage(storage: string | undefined): readonly Issue[] {
  if (storage === undefined) return [required('spec.resources[storage]')]
  return quantitySign(storage) > 0 ? [] : [invalid('spec.resources[storage]', storage, 'must be greater than zero')]
}

const validateClassName = (name: string | undefined, field: string): readonly Issue[] =>
  name ? dns1123Subdomain(name).map((detail) => invalid(field, name, detail)) : []

function validateSource(
  { apiGroup, kind = '', name = '' }: DataSource,
  field: string,
  { anyApiGroup }: SpecOptions,
): readonly Issue[] {
  const issues: Issue[] = []
  if (name === '') issues.push(required(`${field}.name`))
  if (kind === '') issues.push(required(`${field}.kind`))
  if (!apiGroup && kind !== 'PersistentVolumeClaim')
    issues.push(invalid(field, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"))
  if (apiGroup && !anyApiGroup)
    for (const detail of dns1123Subdomain(apiGroup)) issues.push(invalid(`${field}.apiGroup`, apiGroup, detail))
  return issues
}

const validateNamespace = (name: string | undefined): readonly Issue[] =>
  name ? dns1123Label(name).map((detail) => invalid('spec.dataSourceRef.namespace', name, detail)) : []

// The server prints the field's path in place of the value.
const DATA_SOURCE = new GoText(
  'field.Path{name:"dataSource", index:"", parent:(*field.Path)(0xc000000000)}',
  () => '{}',
)

function validateBothSources(source: DataSource | undefined, ref: DataSourceRef | undefined): readonly Issue[] {
  if (!source || !ref) return []
  if (ref.namespace)
    return [invalid('spec', DATA_SOURCE, 'may not be specified when dataSourceRef.namespace is specified')]
  const same = source.apiGroup === ref.apiGroup && source.kind === ref.kind && source.name === ref.name
  return same ? [] : [invalid('spec', DATA_SOURCE, 'must match dataSourceRef')]
}
