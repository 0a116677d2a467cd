/** The views of the page. */
export const VIEWS = ['now', 'then', 'requests', 'do'] as const
type ViewName = (typeof VIEWS)[number]

/** What the page shows, as its address says it after the `#`: links lead there, and the browser's Back returns. */
export type Where = {
  readonly view: ViewName
  /** `apps/v1/Deployment`; empty for the first kind there is something of. */
  readonly kind: string
  /** Key of the object that is open; empty for none. */
  readonly object: string
  /** What of the object is shown. */
  readonly tab: string
  /** Words that choose objects; and those that choose changes, and requests. */
  readonly text: string
  readonly changes: string
  readonly requests: string
  readonly labels: string
  readonly namespace: string
  /** The revision that Then looks at, and the one it compares with; 0 for none. */
  readonly at: number
  readonly than: number
  /** What Then and Requests show. */
  readonly show: string
  /** Causes whose changes Then leaves out, one a line. */
  readonly hidden: string
  /** Kind and key of the difference that Then shows between two moments. */
  readonly differing: string
  /** Sequence of the request that is open; 0 for none. */
  readonly request: number
}

/** Where the page begins. */
export const HOME: Where = {
  view: 'now',
  kind: '',
  object: '',
  tab: '',
  text: '',
  changes: '',
  requests: '',
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
  ...(['kind', 'object', 'tab', 'text', 'labels', 'namespace'] as const),
  ...(['changes', 'requests', 'show', 'hidden', 'differing'] as const),
]
const NUMBERS = ['at', 'than', 'request'] as const

/** Reads an address; what it does not know is left out. */
export function parseWhere(hash: string): Where {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const view = VIEWS.find((each) => each === params.get('view')) ?? HOME.view
  const texts = Object.fromEntries(TEXTS.map((name) => [name, params.get(name) ?? '']))
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, Number(params.get(name)) || 0]))
  return { ...HOME, ...texts, ...numbers, view }
}

/** Writes an address: what is as at the beginning is left out; the token stays in it. */
export function formatWhere(where: Where, token: string): string {
  const params = new URLSearchParams()
  if (token !== '') params.set('token', token)
  for (const name of ['view', ...TEXTS, ...NUMBERS] as const)
    if (where[name] !== HOME[name]) params.set(name, String(where[name]))
  // As the names of kinds and objects are read in an address.
  return `#${params.toString().replaceAll('%2F', '/')}`
}

/** The token in an address; empty where there is none. */
export const tokenIn = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? ''
