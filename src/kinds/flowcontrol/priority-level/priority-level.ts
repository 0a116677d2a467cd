import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { structFiller } from '../../struct/struct-defaults.js'
import { defineStructKind, mainSubresource, statusOnly, withMetadataOfStored } from '../../struct/struct-kind.js'
import { validateConditions } from '../flow-schema/flow-schema.js'
import { type PriorityLevel, validateLevel } from './priority-level-rules.js'

const fill = structFiller({
  'flowcontrol.v1.ExemptPriorityLevelConfiguration': { nominalConcurrencyShares: 0, lendablePercent: 0 },
  'flowcontrol.v1.LimitedPriorityLevelConfiguration': { nominalConcurrencyShares: 30, lendablePercent: 0 },
  'flowcontrol.v1.QueuingConfiguration': { queues: 64, handSize: 8, queueLengthLimit: 50 },
})

const queuingOf = ({ spec }: PriorityLevel) => spec?.limited?.limitResponse?.queuing

/** PriorityLevelConfiguration: how many requests are served concurrently. It is stored but does not limit requests. */
export const priorityLevelConfiguration = defineStructKind<PriorityLevel>(
  'flowcontrol.v1.PriorityLevelConfiguration',
  () => ({
    group: 'flowcontrol.apiserver.k8s.io',
    scope: 'Cluster',
    names: { kind: 'PriorityLevelConfiguration', plural: 'prioritylevelconfigurations' },
    schema: { defaults: (object) => fill('flowcontrol.v1.PriorityLevelConfiguration', object) },
    metadata: { generation: true },
    subresources: { main: mainSubresource, status: statusOnly },
    create: {
      resetFields: ['status'],
      prepare: (object) => ({ ...object, status: {} }),
      validate: (object, context) => [...context.validateObjectMeta(object), ...validateWhole(object)],
    },
    update: {
      prepare: withMetadataOfStored,
      validate: (next, _, context) =>
        context.subresource === 'status'
          ? validateConditions(next.status?.conditions ?? [])
          : [...context.validateObjectMeta(next), ...validateWhole(next)],
    },
    table: {
      columns: [
        nameColumn,
        {
          name: 'Type',
          description:
            '`type` indicates whether this priority level is subject to limitation on request execution.  A value of `"Exempt"` means that requests of this priority level are not subject to a limit (and thus are never queued) and do not detract from the capacity made available to other priority levels.  A value of `"Limited"` means that (a) requests of this priority level _are_ subject to limits and (b) some of the server\'s limited capacity is made available exclusively to this priority level. Required.',
          cell: ({ spec }) => spec?.type ?? '',
        },
        {
          name: 'NominalConcurrencyShares',
          description:
            '`nominalConcurrencyShares` (NCS) contributes to the computation of the NominalConcurrencyLimit (NominalCL) of this level. This is the number of execution seats available at this priority level. This is used both for requests dispatched from this priority level as well as requests dispatched from other priority levels borrowing seats from this level. The server\'s concurrency limit (ServerCL) is divided among the Limited priority levels in proportion to their NCS values:\n\nNominalCL(i)  = ceil( ServerCL * NCS(i) / sum_ncs ) sum_ncs = sum[priority level k] NCS(k)\n\nBigger numbers mean a larger nominal concurrency limit, at the expense of every other priority level.\n\nIf not specified, this field defaults to a value of 30.\n\nSetting this field to zero supports the construction of a "jail" for this priority level that is used to hold some request(s)',
          cell: ({ spec }) => (spec?.limited ? (spec.limited.nominalConcurrencyShares ?? 0) : '<none>'),
        },
        {
          name: 'Queues',
          description:
            '`queues` is the number of queues for this priority level. The queues exist independently at each apiserver. The value must be positive.  Setting it to 1 effectively precludes shufflesharding and thus makes the distinguisher method of associated flow schemas irrelevant.  This field has a default value of 64.',
          cell: (object) => queuingOf(object)?.queues ?? '<none>',
        },
        {
          name: 'HandSize',
          description:
            "`handSize` is a small positive number that configures the shuffle sharding of requests into queues.  When enqueuing a request at this priority level the request's flow identifier (a string pair) is hashed and the hash value is used to shuffle the list of queues and deal a hand of the size specified here.  The request is put into one of the shortest queues in that hand. `handSize` must be no larger than `queues`, and should be significantly smaller (so that a few heavy flows do not saturate most of the queues).  See the user-facing documentation for more extensive guidance on setting this field.  This field has a default value of 8.",
          cell: (object) => queuingOf(object)?.handSize ?? '<none>',
        },
        {
          name: 'QueueLengthLimit',
          description:
            '`queueLengthLimit` is the maximum number of requests allowed to be waiting in a given queue of this priority level at a time; excess requests are rejected.  This value must be positive.  If not specified, it will be defaulted to 50.',
          cell: (object) => queuingOf(object)?.queueLengthLimit ?? '<none>',
        },
        ageColumn,
      ],
    },
    example: { metadata: { name: 'low' }, spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
  }),
)

const validateWhole = (object: PriorityLevel) => [
  ...validateLevel(object),
  ...validateConditions(object.status?.conditions ?? []),
]
