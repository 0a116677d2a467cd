import { beforeAll, expect, test } from 'vitest'
import { cronJob } from '../../../src/kinds/batch/cron-job/cron-job.js'
import { parseSchedule } from '../../../src/base/time/cron-schedule.js'
import { openServer, refusal } from '../asking.js'
import { causes, cells, loadRulesOf } from '../causes.js'
import { template } from '../templates.js'

beforeAll(() => loadRulesOf(cronJob))

const jobTemplate = { spec: { template: template({ restartPolicy: 'Never' }) } }
const good = { schedule: '*/5 * * * *', jobTemplate }

test.each([
  ['*/5 * * * *', undefined],
  ['0 0 1,15 jan-mar MON', undefined],
  ['? 3/2 * * 0-6/2', undefined],
  ['@daily', undefined],
  ['@every 1h30m', undefined],
  ['CRON_TZ=Europe/Berlin 0 * * * *', undefined],
  ['TZ=../Mars 0 * * * *', 'provided bad location ../Mars: time: invalid location name'],
  ['TZ=Mars/Base 0 * * * *', 'provided bad location Mars/Base: unknown time zone Mars/Base'],
  ['@sometimes', 'unrecognized descriptor: @sometimes'],
  ['@every day', 'failed to parse duration @every day: time: invalid duration "day"'],
  ['every day', 'expected exactly 5 fields, found 2: [every day]'],
  ['60 * * * *', 'end of range (60) above maximum (59): 60'],
  ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
  ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
  ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
  ['*/2/3 * * * *', 'too many slashes: */2/3'],
  ['*/0 * * * *', 'step of range should be a positive number: */0'],
  ['a * * * *', 'failed to parse int from a: strconv.Atoi: parsing "a": invalid syntax'],
])('parses the schedule %j', (schedule, fault) => {
  const parsed = parseSchedule(schedule)
  expect(typeof parsed === 'string' ? parsed : undefined).toBe(fault)
})

test.each([
  ['US/Eastern', true],
  ['NZ-CHAT', true],
  ['Asia/Kolkata', true],
  ['America/Port_of_Spain', true],
  ['EUROPE/BERLIN', false],
  ['europe/berlin', false],
  ['US/EASTERN', false],
  ['us/eastern', false],
  ['utc', false],
])('the time zone %s is known: %j', (timeZone, isKnown) => {
  const said = `spec.timeZone: Invalid value: "${timeZone}": unknown time zone ${timeZone}`
  expect(causes(cronJob, { spec: { ...good, timeZone } })).toEqual(isKnown ? [] : [said])
})

test.each([
  [{ ...good, timeZone: 'Europe/Berlin' }, []],
  [{ ...good, timeZone: '' }, ['spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string']],
  [{ ...good, timeZone: 'a..b' }, ['spec.timeZone: Invalid value: "a..b": time: invalid location name']],
  [{ ...good, timeZone: '-x' }, ['spec.timeZone: Invalid value: "-x": unknown time zone -x']],
  [
    { ...good, timeZone: 'local' },
    [
      'spec.timeZone: Invalid value: "local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      'spec.timeZone: Invalid value: "local": unknown time zone local',
    ],
  ],
  [
    {
      ...good,
      jobTemplate: { spec: { ...jobTemplate.spec, manualSelector: true, selector: { matchLabels: { a: 'b' } } } },
    },
    [
      'spec.jobTemplate.spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: `selector` will be auto-generated',
      'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
    ],
  ],
  [
    { ...good, successfulJobsHistoryLimit: -1 },
    ['spec.successfulJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0'],
  ],
])('validates a CronJob with the spec %j', (spec, expected) => {
  expect(causes(cronJob, { spec })).toEqual(expected)
})

test('its name may have at most 52 characters, to leave room for the suffix of its Jobs', () => {
  const name = 'n'.repeat(53)
  const body = { metadata: { name, namespace: 'default' }, spec: good }
  expect(causes(cronJob, body)).toEqual([`metadata.name: Invalid value: "${name}": must be no more than 52 characters`])
  expect(causes(cronJob, body, { old: body })).toEqual([])
})

test('TZ in a schedule is refused, unless it is unchanged and there is no timeZone', () => {
  const spec = { ...good, schedule: 'TZ=UTC 0 * * * *' }
  expect(causes(cronJob, { spec })).toEqual([
    'spec.schedule: Invalid value: "TZ=UTC 0 * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
  ])
  expect(causes(cronJob, { spec }, { old: { spec } })).toEqual([])
  expect(causes(cronJob, { spec: { ...spec, timeZone: 'UTC' } }, { old: { spec } })).toEqual([
    'spec.schedule: Invalid value: "TZ=UTC 0 * * * *": cannot use both timeZone field and TZ or CRON_TZ in schedule',
  ])
})

test('prints its table row', () => {
  const status = { active: [{ name: 'a' }], lastScheduleTime: '2024-06-01T11:59:00Z' }
  expect(cells(cronJob, { metadata: { name: 'a' }, spec: good, status })).toEqual([
    'a',
    '*/5 * * * *',
    '<none>',
    'False',
    1,
    '60s',
    '<unknown>',
    'web',
    'example.io/web:1',
    '<none>',
  ])
})

test.each([
  ['1.33', undefined],
  ['1.34', 'True'],
] as const)('%s: the status of a pod condition in a policy defaults to %s', async (kubernetesVersion, status) => {
  const podFailurePolicy = { rules: [{ action: 'FailJob', onPodConditions: [{ type: 'A' }] }] }
  const pod = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] }
  const spec = { schedule: '* * * * *', jobTemplate: { spec: { podFailurePolicy, template: { spec: pod } } } }
  const path = '/apis/batch/v1/namespaces/default/cronjobs'
  const { body } = await openServer({ kubernetesVersion })('POST', path, { metadata: { name: 'a' }, spec })
  expect(JSON.stringify(body)).toContain(
    status ? '"onPodConditions":[{"type":"A","status":"True"}]' : 'onPodConditions[0].status: Required value',
  )
})

test('what has not the form of a time zone is an unknown one', async () => {
  expect(await refusal('/apis/batch/v1/namespaces/default/cronjobs', { spec: { ...good, timeZone: '/abs' } })).toBe(
    'spec.timeZone: Invalid value: "/abs": unknown time zone /abs',
  )
})
