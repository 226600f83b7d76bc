import 'entity-sandbox/panel'

document.title = 'An application that imports the panel'
