/** The views of the page. */
export const VIEWS = ['now', 'problems', 'then', 'requests', 'do'] as const
type ViewName = (typeof VIEWS)[number]

/** The state of the page, which its URL holds after the `#`, for links and for the browser's Back button. */
export type Where = {
  readonly view: ViewName
  /** For example `apps/v1/Deployment`; empty for the default kind. */
  readonly kind: string
  /** Key of the selected object; empty for none. */
  readonly object: string
  /** The tab of the object panel, and the container whose log it shows; empty for the first. */
  readonly tab: string
  readonly container: string
  /** The filter texts of objects, of problems, of changes, and of requests. */
  readonly text: string
  readonly problems: string
  readonly changes: string
  readonly requests: string
  /** The choices among requests, and whether those of controllers are shown too. */
  readonly client: string
  readonly verb: string
  readonly asked: string
  readonly status: string
  readonly controllers: string
  readonly labels: string
  readonly namespace: string
  /** The revision that Then shows, and the one it compares with; 0 for none. */
  readonly at: number
  readonly than: number
  /** The tab of Then and Requests. */
  readonly show: string
  /** Causes whose changes Then hides, one per line. */
  readonly hidden: string
  /** Kind and key of the selected difference in the comparison of Then. */
  readonly differing: string
  /** Sequence number of the selected request; 0 for none. */
  readonly request: number
}

/** The initial state of the page. */
export const HOME: Where = {
  view: 'now',
  kind: '',
  object: '',
  tab: '',
  container: '',
  text: '',
  problems: '',
  changes: '',
  requests: '',
  client: '',
  verb: '',
  asked: '',
  status: '',
  controllers: '',
  labels: '',
  namespace: '',
  at: 0,
  than: 0,
  show: '',
  hidden: '',
  differing: '',
  request: 0,
}

const TEXTS = [
  ...(['kind', 'object', 'tab', 'container', 'text', 'labels', 'namespace'] as const),
  ...([
    'problems',
    'changes',
    'requests',
    'client',
    'verb',
    'asked',
    'status',
    'controllers',
    'show',
    'hidden',
    'differing',
  ] as const),
]
const NUMBERS = ['at', 'than', 'request'] as const

/** Parses the hash of a URL; unknown parameters are ignored. */
export function parseWhere(hash: string): Where {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const view = VIEWS.find((each) => each === params.get('view')) ?? HOME.view
  const texts = Object.fromEntries(TEXTS.map((name) => [name, params.get(name) ?? '']))
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, Number(params.get(name)) || 0]))
  return { ...HOME, ...texts, ...numbers, view }
}

/** Formats the hash of a URL: defaults are left out; the token is kept. */
export function formatWhere(where: Where, token: string): string {
  const params = new URLSearchParams()
  if (token !== '') params.set('token', token)
  for (const name of ['view', ...TEXTS, ...NUMBERS] as const)
    if (where[name] !== HOME[name]) params.set(name, String(where[name]))
  // Keeps slashes readable in the names of kinds and objects.
  return `#${params.toString().replaceAll('%2F', '/')}`
}

/** Returns the token in the hash of a URL; empty if there is none. */
export const tokenIn = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? ''
