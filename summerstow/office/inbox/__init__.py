"""One list of what needs a person: who takes it, until when it sleeps, who may decide it."""
