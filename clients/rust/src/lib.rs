//! Gives a test a fake of a Kubernetes cluster: an API server with its controllers, a clock that the test moves,
//! scripted faults, snapshots, and sweeps that try each fault on the test's own function.
//!
//! ```no_run
//! use fakecluster::{Cluster, ClusterOptions};
//!
//! # async fn a_test() {
//! let cluster = Cluster::start_with(ClusterOptions::default().fixtures(["config/crd"])).await;
//! let client: kube::Client = cluster.client();
//! # }
//! ```
//!
//! The first cluster of a process starts a server, which ends with the process; each cluster is a fork of it, which
//! takes a millisecond. `FAKECLUSTER_SERVER` names a server that runs already, to be used instead.

mod ask;
mod cluster;
#[rustfmt::skip]
mod control;
mod fleet;
mod server;
mod sweep;

pub use ask::{Control, Error};
pub use cluster::{Cluster, ClusterOptions, Request};
pub use control::*;
pub use fleet::Fleet;
pub use sweep::{ExploreOptions, Outcome, Report, SweepOptions};
