// Written by `npm run generate`; not to be changed by hand.

/** The structs of networking.v1, a line each. */
export const networkingV1 = `
HTTPIngressPath path 3pathType!?*:PathType 2backend!*:IngressBackend
HTTPIngressRuleValue paths!?*:[]HTTPIngressPath
IPAddress# metadata!:metadata <36:spec!:IPAddressSpec >36:2spec!*:IPAddressSpec
IPAddressSpec parentRef?*:ParentReference
IPBlock cidr!* except:[]string
Ingress# metadata!:metadata spec!:IngressSpec status!:IngressStatus
IngressBackend 4service?:IngressServiceBackend 3resource?:core.v1.TypedLocalObjectReference
IngressClass# metadata!:metadata spec!:IngressClassSpec
IngressClassParametersReference apiGroup? kind!* name!* scope!? namespace?
IngressClassSpec controller parameters?:IngressClassParametersReference
IngressLoadBalancerIngress ip hostname 4ports:[]IngressPortStatus
IngressLoadBalancerStatus ingress:[]IngressLoadBalancerIngress
IngressPortStatus port!*:int32 protocol!*:core.v1.Protocol error?
IngressRule host !:IngressRuleValue
IngressRuleValue http?:HTTPIngressRuleValue
IngressServiceBackend name!* port!:ServiceBackendPort
IngressSpec 4ingressClassName? 1defaultBackend?:IngressBackend tls:[]IngressTLS rules:[]IngressRule
IngressStatus loadBalancer!:IngressLoadBalancerStatus
IngressTLS hosts:[]string secretName
NetworkPolicy# metadata!:metadata spec!:NetworkPolicySpec
NetworkPolicyEgressRule ports:[]NetworkPolicyPort to:[]NetworkPolicyPeer
NetworkPolicyIngressRule ports:[]NetworkPolicyPort from:[]NetworkPolicyPeer
NetworkPolicyPeer podSelector?:meta.v1.LabelSelector namespaceSelector?:meta.v1.LabelSelector ipBlock?:IPBlock
NetworkPolicyPort protocol?:core.v1.Protocol port?:intOrString endPort?:int32
NetworkPolicySpec <34:podSelector!*:meta.v1.LabelSelector >34:1podSelector!:meta.v1.LabelSelector
 ingress:[]NetworkPolicyIngressRule egress:[]NetworkPolicyEgressRule policyTypes:[]PolicyType
ParentReference group resource* namespace name*
PathType=string{Exact,ImplementationSpecific,Prefix}
PolicyType=string{Egress,Ingress}
ServiceBackendPort^ name number:int32
ServiceCIDR# metadata!:metadata spec!:ServiceCIDRSpec status!:ServiceCIDRStatus
ServiceCIDRSpec cidrs:[]string
ServiceCIDRStatus conditions:[]meta.v1.Condition@type+type
`
