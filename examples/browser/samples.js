const SHOP = `apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
  namespace: shop
spec:
  replicas: 3
  selector:
    matchLabels:
      app: api
  template:
    metadata:
      labels:
        app: api
    spec:
      containers:
        - name: api
          image: shop/api:1.4
---
apiVersion: v1
kind: Service
metadata:
  name: api
  namespace: shop
spec:
  selector:
    app: api
  ports:
    - port: 80
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: theme
  namespace: shop
data:
  color: green
`

/** What the playground can begin with. */
export const SAMPLES = {
  'A shop': SHOP,
  'A pod that no node takes': `${SHOP}---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      nodeSelector:
        disk: ssd # no node has it
      containers:
        - name: web
          image: shop/web:2.0
`,
  'A Job and a CronJob': `apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  namespace: default
spec:
  backoffLimit: 1
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: migrate
          image: busybox
          command: [sh, -c, "sleep 5; exit 3"]
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
  namespace: default
spec:
  schedule: "* * * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
            - name: report
              image: busybox
`,
  'A custom resource': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: widgets
    singular: widget
    kind: Widget
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [size]
              properties:
                size:
                  type: integer
                  minimum: 1
---
apiVersion: example.com/v1
kind: Widget
metadata:
  name: gear
  namespace: default
spec:
  size: 3
`,
  'A mistake in its line': `apiVersion: v1
kind: Pod
metadata:
  name: Not a name
  namespace: default
spec:
  containers:
    - name: web
      image: nginx
`,
}
