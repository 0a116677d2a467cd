/** Team names, which namespaces are named after. */
export const TEAMS = [
  'payments',
  'checkout',
  'search',
  'catalog',
  'identity',
  'billing',
  'shipping',
  'inventory',
  'pricing',
  'orders',
  'media',
  'growth',
  'reporting',
  'learning',
  'platform',
  'risk',
  'support',
  'notifications',
  'recommendations',
  'partners',
] as const

/** Environments, and the suffixes of their namespaces. */
export const ENVIRONMENTS = [
  { name: 'production', suffix: '' },
  { name: 'staging', suffix: '-staging' },
  { name: 'development', suffix: '-dev' },
] as const

/** Components of applications, and whether they serve HTTP. */
export const COMPONENTS = [
  { name: 'api', isAsked: true },
  { name: 'web', isAsked: true },
  { name: 'worker', isAsked: false },
  { name: 'gateway', isAsked: true },
  { name: 'consumer', isAsked: false },
  { name: 'frontend', isAsked: true },
  { name: 'scheduler', isAsked: false },
  { name: 'auth', isAsked: true },
  { name: 'indexer', isAsked: false },
  { name: 'webhook', isAsked: true },
  { name: 'exporter', isAsked: true },
  { name: 'reconciler', isAsked: false },
] as const

/** The applications of StatefulSets. */
export const STORES = [
  { name: 'postgres', image: 'registry.example.com/base/postgres', port: 5432, versions: ['15.7', '16.3', '16.4'] },
  { name: 'redis', image: 'registry.example.com/base/redis', port: 6379, versions: ['7.2.4', '7.2.5', '7.4.0'] },
  { name: 'kafka', image: 'registry.example.com/base/kafka', port: 9092, versions: ['3.7.0', '3.7.1', '3.8.0'] },
] as const

/** The applications of DaemonSets. */
export const DAEMONS = [
  { name: 'kube-proxy', image: 'registry.k8s.io/kube-proxy:v1.33.0', container: 'kube-proxy' },
  { name: 'fluent-bit', image: 'registry.example.com/base/fluent-bit:3.1.4', container: 'fluent-bit' },
  { name: 'node-exporter', image: 'registry.example.com/base/node-exporter:v1.8.2', container: 'node-exporter' },
] as const

/** The tasks of CronJobs, and their schedules. */
export const CHORES = [
  { name: 'cleanup', schedule: '0 * * * *' },
  { name: 'report', schedule: '30 5 * * *' },
  { name: 'sync', schedule: '*/15 * * * *' },
  { name: 'backup', schedule: '0 2 * * *' },
  { name: 'rotate', schedule: '0 4 * * 1' },
] as const

/** Machine types: name, CPUs and GiB of memory. */
export const MACHINES = [
  { type: 'm6i.4xlarge', cpus: 16, memory: 64 },
  { type: 'm6i.8xlarge', cpus: 32, memory: 128 },
  { type: 'c6i.8xlarge', cpus: 32, memory: 64 },
  { type: 'r6i.4xlarge', cpus: 16, memory: 128 },
] as const

/** The region and zones of the nodes. */
export const REGION = 'eu-west-1'
export const ZONES = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'] as const
