import type { ContainerScript } from '../../rest/containers/types.js'
import { CHORES, COMPONENTS } from './words.js'

/** The images of the failures of a world, until another version is rolled out. */
type BrokenImages = {
  /** Those whose containers crash. */
  readonly crashing: readonly string[]
  /** Those that do not exist. */
  readonly missing: readonly string[]
}

const USAGE = { cpu: '15%..70%', memory: '40%..90%' }

/** What a shell answers in every container. */
const SHELL = {
  ls: 'app\nbin\netc\nhome\nlib\nproc\ntmp\nusr\nvar\n',
  'ls *': 'app\nbin\netc\nhome\nlib\nproc\ntmp\nusr\nvar\n',
  whoami: 'app\n',
  id: 'uid=1000(app) gid=1000(app) groups=1000(app)\n',
  pwd: '/app\n',
  'uname -a': 'Linux 6.8.0-31-generic x86_64 GNU/Linux\n',
  'cat /etc/os-release':
    'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
  'ps*': 'PID   USER     TIME  COMMAND\n    1 app       0:07 /app/server\n   27 app       0:00 ps\n',
}

const listening = 'level=info msg="listening" addr=:8080'
const request = (path: string, every: string) => ({
  text: `level=info msg="request" method=GET path=${path} status=200`,
  every,
})

const images = (names: readonly { readonly name: string }[]) =>
  names.map(({ name }) => `registry.example.com/*/${name}:*`)

const WORKLOADS: readonly ContainerScript[] = [
  {
    image: images(COMPONENTS.filter(({ isAsked }) => isAsked)),
    logs: [listening, request('/healthz', '20s'), request('/api/v1/items', '7s..30s')],
  },
  {
    image: images(COMPONENTS.filter(({ isAsked }) => !isAsked)),
    logs: [
      'level=info msg="started"',
      { text: 'level=info msg="handled a batch" items=20', after: '5s', every: '15s..60s' },
    ],
  },
  {
    image: 'registry.example.com/base/postgres:*',
    logs: [
      'LOG:  database system is ready to accept connections',
      { text: 'LOG:  checkpoint complete: wrote 42 buffers (0.3%)', after: '5m', every: '5m' },
    ],
    exec: {
      ...SHELL,
      'psql *': ' ?column? \n----------\n        1\n(1 row)\n\n',
      'pg_isready*': '/tmp:5432 - accepting connections\n',
    },
  },
  {
    image: 'registry.example.com/base/redis:*',
    logs: [
      '* Ready to accept connections tcp',
      { text: '* Background saving terminated with success', after: '1m', every: '5m' },
    ],
    exec: { ...SHELL, 'redis-cli ping': 'PONG\n', 'redis-cli*': 'OK\n' },
  },
  {
    image: 'registry.example.com/base/kafka:*',
    logs: ['INFO Kafka Server started', { text: 'INFO Rolled new log segment', after: '1m', every: '10m' }],
  },
  {
    image: [
      'registry.example.com/base/fluent-bit:*',
      'registry.example.com/base/node-exporter:*',
      'registry.k8s.io/kube-proxy:*',
    ],
    logs: ['level=info msg="started"', { text: 'level=info msg="synced"', after: '30s', every: '1m' }],
  },
  { image: images(CHORES), logs: ['level=info msg="started"', { text: 'level=info msg="done"', after: '500ms' }] },
  { image: ['registry.example.com/*', 'registry.k8s.io/kube-proxy:*'], exec: SHELL, usage: USAGE },
]

const CRASHING: ContainerScript = {
  crash: { every: '4s' },
  logs: [
    'level=info msg="starting"',
    { text: 'level=error msg="cannot load configuration" error="missing key DATABASE_URL"', after: '3s' },
    { text: 'panic: missing key DATABASE_URL', after: '3500ms' },
  ],
}
const MISSING: ContainerScript = { pull: 'ErrImagePull' }

/**
 * Returns what the containers of a world do: they log, answer commands, and use a part of what they request. Broken
 * images fail in every new container.
 */
export const scriptsOfWorld = ({ crashing, missing }: BrokenImages): readonly ContainerScript[] => [
  ...(missing.length > 0 ? [{ ...MISSING, image: missing }] : []),
  ...(crashing.length > 0 ? [{ ...CRASHING, image: crashing }] : []),
  ...WORKLOADS,
]
