# Does what Ruby programs do with kubeclient, and prints a line for each thing it sees.
require 'kubeclient'
require 'timeout'
base = ARGV[0]
client = Kubeclient::Client.new("#{base}/api", 'v1')
puts "discover #{client.api_valid?}"
map = ->(color) { Kubeclient::Resource.new(metadata: { name: 'settings', namespace: 'default' }, data: { color: color }) }
client.create_config_map(map.call('red'))
puts "get #{client.get_config_map('settings', 'default').data.color}"
seen = Queue.new
version = client.get_config_maps(namespace: 'default').resourceVersion
watcher = client.watch_config_maps(namespace: 'default', resource_version: version)
thread = Thread.new { watcher.each { |notice| seen << "#{notice.type} #{notice.object.data.color}" } }
client.patch_config_map('settings', { data: { color: 'blue' } }, 'default')
puts "watch #{Timeout.timeout(20) { seen.pop }}"
client.delete_config_map('settings', 'default')
puts "watch #{Timeout.timeout(20) { seen.pop }}"
watcher.finish
thread.join
batch = Kubeclient::Client.new("#{base}/apis/batch", 'v1')
pod = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'example.io/a:1' }] } }
job = batch.create_job(Kubeclient::Resource.new(metadata: { name: 'once', namespace: 'default' }, spec: { template: pod }))
puts "job #{job.spec.backoffLimit}"
begin
  client.get_pod('missing', 'default')
rescue Kubeclient::ResourceNotFoundError => e
  puts "missing #{e.error_code}"
end
