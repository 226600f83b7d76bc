// Preloaded into a server: reports its usage to the process that started it, on request.
process.on('message', () => {
  const { user, system } = process.cpuUsage()

  process.send({ cpu: user + system, memory: process.memoryUsage().rss })
})
process.channel?.unref()
