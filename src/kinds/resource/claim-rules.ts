import { jsonEqual } from '../../base/json/json.js'
import {
  type Issue,
  declared,
  declaredImmutable,
  forbidden,
  immutable,
  internal,
  invalid,
  notSupported,
  required,
} from '../../base/errors/issue.js'
import { wordingNow } from '../../base/errors/wording.js'
import { qualifiedName, isExtendedResource } from '../../base/rules/names.js'
import type {
  DeviceAllocationConfiguration,
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSubRequest,
  ExactDeviceRequest,
  ResourceClaim as ClaimStruct,
  ResourceClaimTemplate as TemplateStruct,
  DeviceClass as ClassStruct,
} from '../../model/generated/types/resource-v1.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import type { RuleContext } from '../../model/registry/rule-context.js'
import type { KubeObject } from '../../schema/object.js'
import { semanticEqual } from '../../schema/semantic-equal.js'
import { templateMetaIssues } from '../shared/label-issues.js'
import type { Unchecked, UncheckedObject } from '../struct/unchecked.js'
import {
  type ValidationOptions,
  itself,
  validateConfiguration,
  validateList,
  validateSelectors,
  validateToleration,
} from './device-rules.js'
import { validateClassName, validateFullyQualified, validateLabel } from './name-rules.js'
import { type GatedFields, withoutGatedFields } from '../struct/gated-fields.js'
import { formatGoSyntax } from '../struct/go-formats.js'
import type { FeatureGates } from '../../model/registry/feature-gates.js'

/** The kinds of this file as their rules read them. */
export type Claim = UncheckedObject<ClaimStruct>
export type Template = UncheckedObject<TemplateStruct>
export type DeviceClass = UncheckedObject<ClassStruct>

type ClaimSpec = NonNullable<Claim['spec']>
type Devices = Unchecked<DeviceClaim>

/** The names of requests, each with those of its alternatives. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the names of the requests of a claim. */
export const requestNames = ({ devices }: ClaimSpec = {}): RequestNames =>
  new Map(
    (devices?.requests ?? []).map(({ name = '', firstAvailable = [] }) => [
      name,
      new Set(firstAvailable.map((alternative) => alternative.name ?? '')),
    ]),
  )

function hasName(names: RequestNames, name: string): boolean {
  const [request = '', alternative] = name.split('/')
  const alternatives = names.get(request)
  return alternatives !== undefined && (alternative === undefined || alternatives.has(alternative))
}

const NOT_A_NAME =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"

/** Validates a reference to a request, or to one of its alternatives. */
export function* validateRequestRef(name: string, field: string, names: RequestNames): Iterable<Issue> {
  const segments = name.split('/')
  if (segments.length <= 2) for (const segment of segments) yield* validateLabel(segment, field)
  if (segments.length > 2 || !hasName(names, name)) yield invalid(field, name, NOT_A_NAME)
}

/** Validates what a claim asks for. */
export function* validateClaimSpec(
  { devices = {} }: ClaimSpec,
  field: string,
  options: ValidationOptions,
): Iterable<Issue> {
  const names = requestNames({ devices })
  const limits = { most: 32, isDeclared: true }
  const at = `${field}.devices`
  yield* validateList(
    devices.requests,
    `${at}.requests`,
    { ...limits, key: ({ name = '' }) => name, keyField: 'name' },
    (request, path) => validateRequest(request, path, options),
  )
  yield* validateList(devices.constraints, `${at}.constraints`, limits, (constraint, path) =>
    validateConstraint(constraint, path, names, options),
  )
  yield* validateList(devices.config, `${at}.config`, limits, (config, path) =>
    validateClaimConfiguration(config, path, names, options),
  )
}

const ONE_OF = 'exactly one of `exactly` or `firstAvailable` is required'

function* validateRequest(
  { name = '', exactly, firstAvailable = [] }: Unchecked<DeviceRequest>,
  field: string,
  options: ValidationOptions,
): Iterable<Issue> {
  yield* validateLabel(name, `${field}.name`)
  const isBoth = Boolean(exactly && firstAvailable.length > 0)
  const contents = [
    ...(firstAvailable.length > 0 ? validateAlternatives(firstAvailable, field, options) : []),
    ...(exactly ? validateExact(exactly, `${field}.exactly`, options) : []),
  ]
  // Since v1.35 the contents are validated by their tags alone if there are both.
  yield* isBoth && runsAtLeast('1.35') ? contents.filter(({ isDeclared }) => isDeclared) : contents
  if (isBoth) yield invalid(field, null, `${ONE_OF}, but multiple fields are set`)
  else if (!exactly && firstAvailable.length === 0) yield required(field, ONE_OF)
}

const validateAlternatives = (
  alternatives: readonly Unchecked<DeviceSubRequest>[],
  field: string,
  options: ValidationOptions,
): Iterable<Issue> =>
  validateList(
    alternatives,
    `${field}.firstAvailable`,
    { most: 8, key: ({ name = '' }) => name, keyField: 'name', isDeclared: true },
    (alternative, at) => validateAlternative(alternative, at, options),
  )

function* validateAlternative(
  alternative: Unchecked<DeviceSubRequest>,
  field: string,
  options: ValidationOptions,
): Iterable<Issue> {
  const { name = '', deviceClassName = '' } = alternative
  yield* validateLabel(name, `${field}.name`)
  yield* validateClassName(deviceClassName, `${field}.deviceClassName`).map(declared)
  yield* validateChoice(alternative, field, options)
}

function* validateExact(
  request: Unchecked<ExactDeviceRequest>,
  field: string,
  options: ValidationOptions,
): Iterable<Issue> {
  yield* validateClassName(request.deviceClassName ?? '', `${field}.deviceClassName`)
  yield* validateChoice(request, field, options)
}

const MODES = ['All', 'ExactCount']

/** Validates what requests and their alternatives have in common. */
function* validateChoice(
  { selectors, allocationMode: mode = '', count = 0, tolerations = [] }: Unchecked<ExactDeviceRequest>,
  field: string,
  options: ValidationOptions,
): Iterable<Issue> {
  yield* validateSelectors(selectors, `${field}.selectors`, options)
  if (mode === 'All' && count !== 0)
    yield invalid(`${field}.count`, count, `must not be specified when allocationMode is '${mode}'`)
  else if (mode === 'ExactCount' && count <= 0) yield invalid(`${field}.count`, count, 'must be greater than zero')
  else if (!MODES.includes(mode)) yield declared(notSupported(`${field}.allocationMode`, mode, MODES))
  for (const [i, toleration] of tolerations.entries())
    yield* validateToleration(toleration, `${field}.tolerations[${i}]`)
}

const validateRefs = (refs: readonly string[] | undefined, field: string, names: RequestNames): Iterable<Issue> =>
  validateList(refs, `${field}.requests`, { most: 32, key: itself, isDeclared: true }, (name, at) =>
    validateRequestRef(name, at, names),
  )

function* validateConstraint(
  { requests, matchAttribute, distinctAttribute }: Unchecked<DeviceConstraint>,
  field: string,
  names: RequestNames,
  { gates }: ValidationOptions,
): Iterable<Issue> {
  yield* validateRefs(requests, field, names)
  if (matchAttribute !== undefined) yield* validateFullyQualified(matchAttribute, `${field}.matchAttribute`)
  // Its tag is heeded beside the other, too.
  if (distinctAttribute !== undefined && (matchAttribute === undefined || wordingNow().isDeclarative))
    yield* validateFullyQualified(distinctAttribute, `${field}.distinctAttribute`)
  if (matchAttribute !== undefined || distinctAttribute !== undefined) return
  if (gates.DRAConsumableCapacity)
    yield required(
      field,
      'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set',
    )
  else yield required(`${field}.matchAttribute`)
}

function* validateClaimConfiguration(
  config: Unchecked<DeviceClaimConfiguration>,
  field: string,
  names: RequestNames,
  options: ValidationOptions,
): Iterable<Issue> {
  yield* validateRefs(config.requests, field, names)
  yield* validateConfiguration(config, field, options.isStored)
}

/** Validates a configuration of what was allocated. */
export function* validateAllocatedConfiguration(
  config: Unchecked<DeviceAllocationConfiguration>,
  field: string,
  names: RequestNames,
): Iterable<Issue> {
  const { source = '', requests } = config
  if (source === '') yield declared(required(`${field}.source`))
  else if (!SOURCES.includes(source)) yield declared(notSupported(`${field}.source`, source, SOURCES))
  yield* validateRefs(requests, field, names)
  yield* validateConfiguration(config, field, false)
}

const SOURCES = ['FromClaim', 'FromClass']

/** The label of a namespace whose claims may ask for devices that are in use. */
const ADMIN_LABEL = 'resource.kubernetes.io/admin-access'

/** Validates that a namespace allows administrative access, for which something asks at a path. */
export function* validateAdminAccess(
  field: string | undefined,
  namespace: string | undefined,
  { get }: Pick<RuleContext, 'get'>,
): Iterable<Issue> {
  // A fixture is taken as it is: its namespace may be read later.
  if (field === undefined || namespace === undefined || !get) return
  const found = get('/namespaces', namespace)
  if (!found)
    yield internal(field, `could not retrieve namespace to verify admin access: namespaces "${namespace}" not found`)
  else if (found.metadata.labels?.[ADMIN_LABEL] !== 'true')
    yield forbidden(
      field,
      `admin access to devices requires the \`${ADMIN_LABEL}: true\` label on the containing namespace`,
    )
}

function adminRequest({ requests }: Devices): string | undefined {
  const i = requests?.findIndex(({ exactly }) => exactly?.adminAccess) ?? -1
  return i < 0 ? undefined : `spec.devices.requests[${i}].adminAccess`
}

/** Validates a new claim. */
export function* validateClaim(claim: Claim, context: RuleContext<Claim>): Iterable<Issue> {
  yield* validateAdminAccess(adminRequest(claim.spec?.devices ?? {}), claim.metadata.namespace, context)
  yield* context.validateObjectMeta(claim)
  yield* validateClaimSpec(claim.spec ?? {}, 'spec', { isStored: false, gates: context.featureGates })
}

/** Validates a changed claim, whose spec is immutable. */
export function* validateClaimChange(next: Claim, old: Claim, context: RuleContext<Claim>): Iterable<Issue> {
  const { featureGates: gates } = context
  const isFirst = !runsAtLeast('1.35')
  yield* context.validateObjectMeta(next)
  if (isFirst) yield* validateClaimSpec(next.spec ?? {}, 'spec', { isStored: false, gates })
  yield* context.validateObjectMetaUpdate(next, old)
  if (!semanticEqual(undefined, next.spec, old.spec))
    yield declaredImmutable('spec', formatGoSyntax('resource.ResourceClaimSpec', next.spec ?? {}))
  if (isFirst) yield* validateClaimSpec(next.spec ?? {}, 'spec', { isStored: true, gates })
}

function* validateTemplateSpec(
  { metadata = {}, spec = {} }: NonNullable<Template['spec']>,
  options: ValidationOptions,
): Iterable<Issue> {
  // Its metadata has no times besides those of objects.
  yield* templateMetaIssues(metadata as KubeObject['metadata'], 'spec.metadata') // as the schema ensures
  yield* validateClaimSpec(spec, 'spec.spec', options)
}

/** Validates a new template of claims. */
export function* validateTemplate(template: Template, context: RuleContext<Template>): Iterable<Issue> {
  yield* validateAdminAccess(adminRequest(template.spec?.spec?.devices ?? {}), template.metadata.namespace, context)
  yield* validateWholeTemplate(template, context)
}

function* validateWholeTemplate(template: Template, context: RuleContext<Template>): Iterable<Issue> {
  yield* context.validateObjectMeta(template)
  yield* validateTemplateSpec(template.spec ?? {}, { isStored: false, gates: context.featureGates })
}

/** Validates a changed template, whose spec is immutable. */
export function* validateTemplateChange(
  next: Template,
  old: Template,
  context: RuleContext<Template>,
): Iterable<Issue> {
  yield* validateWholeTemplate(next, context)
  yield* context.validateObjectMetaUpdate(next, old)
  if (!semanticEqual(undefined, next.spec, old.spec))
    yield immutable('spec', formatGoSyntax('resource.ResourceClaimTemplateSpec', next.spec ?? {}))
  if (!runsAtLeast('1.35'))
    yield* validateTemplateSpec(next.spec ?? {}, { isStored: true, gates: context.featureGates })
}

/** Validates a class of devices; what is as it was stored is not checked again. */
export function* validateClassSpec(
  next: DeviceClass,
  old: DeviceClass | undefined,
  gates: FeatureGates,
): Iterable<Issue> {
  const { selectors, config, extendedResourceName: name } = next.spec ?? {}
  const isStored = old !== undefined && jsonEqual(selectors, old.spec?.selectors)
  const isKept = old !== undefined && jsonEqual(config, old.spec?.config)
  yield* validateSelectors(selectors, 'spec.selectors', { isStored, gates })
  yield* validateList(config, 'spec.config', { most: 32, isDeclared: true }, (each, at) =>
    validateConfiguration(each, at, isKept),
  )
  if (name !== undefined) yield* validateExtendedName(name, 'spec.extendedResourceName')
}

const DOMAIN = 'kubernetes.io/'
const OF_QUOTAS = 'requests.'

/** Validates the name of a resource by which containers get devices of a class, which its tags do, too. */
function* validateExtendedName(name: string, field: string): Iterable<Issue> {
  if (!wordingNow().isDeclarative) {
    if (!isExtendedResource(name)) yield invalid(field, name, 'must be a valid extended resource name')
    return
  }
  const tell = (detail: string) => declared(invalid(field, name, detail))
  if (!name.includes('/')) yield tell("a name must be a domain-prefixed path, such as 'example.com/my-prop'")
  else if (name.includes(DOMAIN)) yield tell(`must not have "${DOMAIN}" domain`)
  if (name.startsWith(OF_QUOTAS)) yield tell(`must not have "${OF_QUOTAS}" prefix`)
  yield* qualifiedName(`${OF_QUOTAS}${name}`).map(tell)
}

/** The fields of feature gates in a claim, of which a template has those below its `devices`. */
const gatedFields = (devices: string, results: string): readonly GatedFields[] => {
  const tolerations = [
    `${devices}.requests.*.exactly.tolerations`,
    `${devices}.requests.*.firstAvailable.*.tolerations`,
  ]
  const distinctAttribute = `${devices}.constraints.*.distinctAttribute`
  const timestamp = 'status.allocation.allocationTimestamp'
  return [
    { gate: 'DRAPrioritizedList', fields: [`${devices}.requests.*.firstAvailable`] },
    { gate: 'DRADeviceTaints', fields: tolerations, left: { until: '1.35', fields: tolerations } },
    { gate: 'DRAAdminAccess', fields: [`${devices}.requests.*.exactly.adminAccess`, `${results}.adminAccess`] },
    {
      gate: 'DRAConsumableCapacity',
      fields: [
        distinctAttribute,
        `${devices}.requests.*.exactly.capacity`,
        `${devices}.requests.*.firstAvailable.*.capacity`,
        `${results}.shareID`,
        `${results}.consumedCapacity`,
        'status.devices.*.shareID',
      ],
      left: { until: '1.35', fields: [distinctAttribute] },
    },
    {
      fields: [
        `${devices}.requests.*.exactly.derivedAttributes`,
        `${devices}.requests.*.firstAvailable.*.derivedAttributes`,
      ],
    },
    { gate: 'DRAResourceClaimDeviceStatus', fields: ['status.devices'] },
    {
      gate: 'DRADeviceBindingConditions',
      fields: [`${results}.bindingConditions`, `${results}.bindingFailureConditions`, timestamp],
      left: { since: '1.35', fields: [timestamp] },
    },
    { fields: [`${results}.skipNodeOperations`] },
  ]
}

const OF_CLAIMS = gatedFields('spec.devices', 'status.allocation.devices.results.*')
const OF_TEMPLATES = gatedFields('spec.spec.devices', 'status')

/** Drops the fields of gates that are off, unless the stored claim has them. */
export const withoutGatedClaimFields = (next: Claim, old: Claim | undefined, gates: FeatureGates): Claim =>
  withoutGatedFields(next, old, OF_CLAIMS, gates)

/** The same of a template. */
export const withoutGatedTemplateFields = (next: Template, old: Template | undefined, gates: FeatureGates): Template =>
  withoutGatedFields(next, old, OF_TEMPLATES, gates)
