use std::time::Duration;

use fakecluster::{ClusterOptions, Fleet};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::Api;

const TEA: &str = "{apiVersion: v1, kind: ConfigMap, metadata: {name: prices}, data: {tea: '3'}}";

/// Reads from the cluster east as a client in hub.
async fn tea_in(fleet: &Fleet) -> Result<Option<String>, kube::Error> {
    let maps: Api<ConfigMap> = Api::namespaced(fleet.client("hub", "east").await, "default");
    Ok(maps.get_opt("prices").await?.and_then(|prices| prices.data?.remove("tea")))
}

#[tokio::test]
async fn a_partition_cuts_off_clients_in_one_cluster_from_another() {
    let fleet = Fleet::start(&["hub", "east"], ClusterOptions::default()).await;
    fleet.cluster("east").load(TEA).await;
    assert_eq!(tea_in(&fleet).await.unwrap().as_deref(), Some("3"));
    fleet.partition("hub", "east").await;
    assert!(!matches!(tea_in(&fleet).await, Ok(_) | Err(kube::Error::Api(_))));
    fleet.heal("hub", "east").await;
    assert_eq!(tea_in(&fleet).await.unwrap().as_deref(), Some("3"));
}

#[tokio::test]
async fn the_state_of_a_fleet_is_kept_forked_and_restored() {
    let fleet = Fleet::start(&["hub", "east"], ClusterOptions::default()).await;
    let before = fleet.snapshot().await;
    fleet.cluster("east").load(TEA).await;
    fleet.partition("hub", "east").await;
    let fork = fleet.fork().await;
    fork.heal("hub", "east").await;
    assert_eq!(tea_in(&fork).await.unwrap().as_deref(), Some("3"));
    fork.delay("hub", "east", Duration::from_secs(1)).await;
    let moved = fork.cluster("hub").advance(Duration::from_secs(3600)).await;
    assert_eq!(fork.cluster("east").now().await, moved);
    fleet.restore(&before).await;
    assert_eq!(tea_in(&fleet).await.unwrap(), None);
}
