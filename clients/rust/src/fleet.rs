//! A fleet of one test: several clusters, and the network between them.

use std::collections::BTreeMap;
use std::time::Duration;

use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Client, Config};

use crate::ask::{Access, Control, Error};
use crate::cluster::{control_with, end, must, Cluster, ClusterOptions};
use crate::control::{FleetForkOptions, FleetKubeconfigOptions, FleetSnapshotOptions};

/// Several clusters with one clock, and the network between them, which end when this is dropped. What runs in a cluster
/// is a client of all of them: partitions and delays are about such clients.
pub struct Fleet {
    control: Control,
    clusters: BTreeMap<String, Cluster>,
    of: Access,
    port: i64,
}

impl Fleet {
    /// Returns a fleet of its own, of clusters with these names. Fixtures are loaded into each cluster, and a snapshot
    /// is one of the whole fleet.
    pub async fn start(names: &[&str], options: ClusterOptions) -> Fleet {
        let ClusterOptions { mut flags, fixtures, snapshot } = options;
        flags.extend(["--clusters".to_owned(), names.join(",")]);
        let control = control_with(flags).await;
        let fleet = must(fork_of(&control, FleetForkOptions::default().snapshot(snapshot)).await);
        if !fixtures.is_empty() {
            for cluster in fleet.clusters.values() {
                cluster.load_files(&fixtures).await;
            }
        }
        fleet
    }

    /// Returns a fleet of its own that begins as this one is now.
    pub async fn fork(&self) -> Fleet {
        must(fork_of(&self.control, FleetForkOptions::default()).await)
    }

    /// Returns all operations on the fleet, and on its first cluster.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Returns a cluster, as an administrator.
    pub fn cluster(&self, name: &str) -> &Cluster {
        let there = || self.clusters.keys().cloned().collect::<Vec<_>>().join(", ");
        self.clusters.get(name).unwrap_or_else(|| panic!("there is no cluster {name}, only {}", there()))
    }

    /// Returns a client in a cluster, for another one.
    pub async fn client(&self, from: &str, to: &str) -> Client {
        let options = FleetKubeconfigOptions::default().from(from);
        let read = must(Kubeconfig::from_yaml(&must(self.control.fleet_kubeconfig(options).await)));
        let context = KubeConfigOptions { context: Some(to.to_owned()), ..KubeConfigOptions::default() };
        must(Client::try_from(must(Config::from_custom_kubeconfig(read, &context).await)))
    }

    /// Cuts clients in a cluster off from another until [`Fleet::heal`]. In the other direction requests go on.
    pub async fn partition(&self, from: &str, to: &str) {
        must(self.control.fleet_partition(from, to).await);
    }

    /// Delays requests of clients in a cluster to another, and events of their watches, by the clock of the fleet.
    pub async fn delay(&self, from: &str, to: &str, by: Duration) {
        must(self.control.fleet_delay(from, to, &format!("{}ms", by.as_millis())).await);
    }

    /// Ends partitions and delays between clients in a cluster and another.
    pub async fn heal(&self, from: &str, to: &str) {
        must(self.control.fleet_heal(from, to).await);
    }

    /// Keeps the whole state of all clusters, and returns its id.
    pub async fn snapshot(&self) -> String {
        must(self.control.fleet_snapshot(FleetSnapshotOptions::default()).await).id
    }

    /// Goes back to a state in all clusters. Revisions go on rising, and open watches end with 410.
    pub async fn restore(&self, id: &str) {
        must(self.control.fleet_restore(id).await);
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        let (of, port) = (self.of.clone(), self.port);
        let own = self.clusters.values().map(|each| each.control().access.clone()).collect();
        end(own, move || async move { Control::at(of)?.fleet_forks_close(port).await });
    }
}

async fn fork_of(of: &Control, options: FleetForkOptions) -> Result<Fleet, Error> {
    let fork = of.fleet_fork(options).await?;
    let at = |url: String| Access { url, token: of.access.token.clone() };
    let control = Control::at(at(fork.url))?;
    let mut clusters = BTreeMap::new();
    for each in control.fleet().await? {
        clusters.insert(each.name, Cluster::at(at(each.url), each.kubeconfig).await?);
    }
    Ok(Fleet { control, clusters, of: of.access.clone(), port: fork.port })
}
