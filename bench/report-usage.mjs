// Loaded into a server before its own code: tells the process that started it what it has used, when asked.
process.on('message', () => {
  const { user, system } = process.cpuUsage()

  process.send({ cpu: user + system, memory: process.memoryUsage().rss })
})
process.channel?.unref()
