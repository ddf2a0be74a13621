print("kawaraban")
