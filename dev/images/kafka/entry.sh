#!/bin/bash
# One Kafka broker for trying out and for tests: KAFKA_ADVERTISED is the host:port clients are told, and its port the one it
# listens on; what it holds is in /data.
set -eu
port=${KAFKA_ADVERTISED##*:}
config=/tmp/server.properties
# java, not the shell, takes the star apart.
java=(/opt/java/bin/java -cp '/opt/kafka/*' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.net.preferIPv4Stack=true
  -Dlog4j2.configurationFile=/opt/kafka/log4j2.properties)

printf '%s\n' \
  process.roles=broker,controller node.id=1 controller.quorum.voters=1@127.0.0.1:9093 \
  "listeners=PLAINTEXT://0.0.0.0:$port,CONTROLLER://127.0.0.1:9093" "advertised.listeners=PLAINTEXT://$KAFKA_ADVERTISED" \
  controller.listener.names=CONTROLLER listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT \
  inter.broker.listener.name=PLAINTEXT log.dirs=/data/log auto.create.topics.enable=false num.partitions=3 \
  offsets.topic.replication.factor=1 offsets.topic.num.partitions=4 transaction.state.log.replication.factor=1 \
  transaction.state.log.min.isr=1 transaction.state.log.num.partitions=4 group.initial.rebalance.delay.ms=0 \
  share.coordinator.state.topic.replication.factor=1 share.coordinator.state.topic.min.isr=1 \
  log.cleaner.dedupe.buffer.size=4194304 log.segment.bytes=67108864 >"$config"

[ -e /data/log/meta.properties ] ||
  "${java[@]}" kafka.tools.StorageTool format -t anN0LWRldmVsb3BtZW50MQ -c "$config"
exec "${java[@]}" -Xms64m -Xmx256m kafka.Kafka "$config"
