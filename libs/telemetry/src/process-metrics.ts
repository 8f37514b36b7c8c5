import { metrics } from "@opentelemetry/api";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";

const resolutionMs = 20;

/** Observes what every Node process is asked for first: the event loop, memory and CPU. */
export function observeProcess(): void {
  const meter = metrics.getMeter("process");
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const p99 = meter.createObservableGauge("nodejs.eventloop.delay.p99", { unit: "s" });
  const max = meter.createObservableGauge("nodejs.eventloop.delay.max", { unit: "s" });
  // One callback for both, as looking starts the next interval.
  meter.addBatchObservableCallback(
    (observe) => {
      // The histogram holds the whole interval between two ticks of its timer.
      const late = (ns: number) => Math.max(0, ns / 1e9 - resolutionMs / 1e3);
      observe.observe(p99, late(delay.percentile(99)));
      observe.observe(max, late(delay.max));
      delay.reset();
    },
    [p99, max],
  );
  let last = performance.eventLoopUtilization();
  meter.createObservableGauge("nodejs.eventloop.utilization", { unit: "1" }).addCallback((result) => {
    const now = performance.eventLoopUtilization();
    result.observe(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  });
  meter
    .createObservableGauge("process.memory.usage", { unit: "By" })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  meter.createObservableCounter("process.cpu.time", { unit: "s" }).addCallback((result) => {
    const { user, system } = process.cpuUsage();
    result.observe(user / 1e6, { "cpu.mode": "user" });
    result.observe(system / 1e6, { "cpu.mode": "system" });
  });
}
